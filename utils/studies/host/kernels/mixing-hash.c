//===- mixing-hash.c ------------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Hashes of independent words by multiplication and shifts.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 4096, Rounds = 24 };
static unsigned long long X[N], Z[N];

void setup(void) { fillWords((unsigned *)X, 2 * N, 1); }

void prepare(unsigned Call) { (void)Call; }

KERNEL void kernel(void) {
  for (int R = 0; R < Rounds; ++R)
    for (int I = 0; I < N; ++I) {
      unsigned long long H = X[I] + (unsigned)R;
      H ^= H >> 33;
      H *= 0xFF51AFD7ED558CCDull;
      H ^= H >> 33;
      H *= 0xC4CEB9FE1A85EC53ull;
      H ^= H >> 33;
      Z[I] += H;
    }
}

double checksum(void) { return (double)(Z[5] >> 32); }
