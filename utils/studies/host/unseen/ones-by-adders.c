//===- ones-by-adders.c -------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ones counted by a tree of carry-save adders (Harley and Seal), 8 words a
// step.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 2048 };
static unsigned long long X[N];
static unsigned long long Ones;

void setup(void) { fillWords((unsigned *)X, 2 * N, 1); }

void prepare(unsigned Call) { (void)Call; }

HELPER unsigned long long count(unsigned long long V) {
  V -= V >> 1 & 0x5555555555555555ull;
  V = (V & 0x3333333333333333ull) + (V >> 2 & 0x3333333333333333ull);
  V = (V + (V >> 4)) & 0x0F0F0F0F0F0F0F0Full;
  return V * 0x0101010101010101ull >> 56;
}

HELPER void add(unsigned long long *High, unsigned long long *Low,
                unsigned long long A, unsigned long long B) {
  unsigned long long U = *Low ^ A;
  *High = (*Low & A) | (U & B);
  *Low = U ^ B;
}

KERNEL void kernel(void) {
  unsigned long long Total = 0, One = 0, Two = 0, Four = 0;
  for (int I = 0; I < N; I += 8) {
    unsigned long long TwoA, TwoB, FourA, FourB, Eight;
    add(&TwoA, &One, X[I], X[I + 1]);
    add(&TwoB, &One, X[I + 2], X[I + 3]);
    add(&FourA, &Two, TwoA, TwoB);
    add(&TwoA, &One, X[I + 4], X[I + 5]);
    add(&TwoB, &One, X[I + 6], X[I + 7]);
    add(&FourB, &Two, TwoA, TwoB);
    add(&Eight, &Four, FourA, FourB);
    Total += count(Eight);
  }
  Ones = 8 * Total + 4 * count(Four) + 2 * count(Two) + count(One);
}

double checksum(void) { return (double)Ones; }
