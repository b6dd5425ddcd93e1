//===- rc4.c - A stream of key bytes from swaps in a permutation ----------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 1000, KeyBytes = 16 };
static unsigned char Key[KeyBytes], Data[N];
void setup(void) {}
void prepare(unsigned Call) {
  fillBytes(Key, KeyBytes, Call + 1);
  fillBytes(Data, N, Call + 2);
}
KERNEL void kernel(void) {
  unsigned char S[256];
  for (int I = 0; I < 256; ++I)
    S[I] = (unsigned char)I;
  unsigned A = 0, B = 0;
  for (int I = 0; I < 256; ++I) {
    B = (B + S[I] + Key[I % KeyBytes]) & 255;
    unsigned char T = S[I];
    S[I] = S[B];
    S[B] = T;
  }
  B = 0;
  for (int I = 0; I < N; ++I) {
    A = (A + 1) & 255;
    B = (B + S[A]) & 255;
    unsigned char T = S[A];
    S[A] = S[B];
    S[B] = T;
    Data[I] ^= S[(S[A] + S[B]) & 255];
  }
}
double checksum(void) { return sumBytes(Data, N); }
