//===- rank-bits.c ------------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ranks in a vector of 128 Ki bits by counts of blocks and the ones in a word.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { Words = 2048, N = 3000 };
static unsigned long long Bits[Words];
static unsigned Before[Words], Places[N];
static unsigned long Sum;

void setup(void) {
  fillWords((unsigned *)Bits, 2 * Words, 1);
  for (int I = 1; I < Words; ++I)
    Before[I] = Before[I - 1] + (unsigned)(Bits[I - 1] >> 40 & 63);
}

void prepare(unsigned Call) { fillWords(Places, N, Call + 1); }

KERNEL void kernel(void) {
  unsigned long Total = 0;
  for (int I = 0; I < N; ++I) {
    unsigned P = Places[I] % (64 * Words);
    unsigned long long V = Bits[P >> 6] & ((1ull << (P & 63)) - 1);
    V -= V >> 1 & 0x5555555555555555ull;
    V = (V & 0x3333333333333333ull) + (V >> 2 & 0x3333333333333333ull);
    V = (V + (V >> 4)) & 0x0F0F0F0F0F0F0F0Full;
    Total += Before[P >> 6] + (V * 0x0101010101010101ull >> 56);
  }
  Sum = Total;
}

double checksum(void) { return (double)Sum; }
