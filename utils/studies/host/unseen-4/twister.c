//===- twister.c - The next block of a Mersenne twister -----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 624, M = 397 };
static unsigned State[N], Out[N];
void setup(void) { fillWords(State, N, 1); }
void prepare(unsigned Call) { (void)Call; }
KERNEL void kernel(void) {
  for (int I = 0; I < N; ++I) {
    unsigned Y = (State[I] & 0x80000000u) | (State[(I + 1) % N] & 0x7FFFFFFFu);
    State[I] = State[(I + M) % N] ^ Y >> 1 ^ ((Y & 1) ? 0x9908B0DFu : 0);
  }
  for (int I = 0; I < N; ++I) {
    unsigned Y = State[I];
    Y ^= Y >> 11;
    Y ^= Y << 7 & 0x9D2C5680u;
    Y ^= Y << 15 & 0xEFC60000u;
    Out[I] = Y ^ Y >> 18;
  }
}
double checksum(void) { return Out[0] + (double)Out[N - 1]; }
