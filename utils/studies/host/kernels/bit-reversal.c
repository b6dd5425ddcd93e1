//===- bit-reversal.c -----------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Words with their bits in reverse order.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 4000, Rounds = 16 };
static unsigned X[N], Z[N];

void setup(void) { fillWords(X, N, 1); }

void prepare(unsigned Call) { (void)Call; }

KERNEL void kernel(void) {
  for (int R = 0; R < Rounds; ++R)
    for (int I = 0; I < N; ++I) {
      unsigned V = X[I] + (unsigned)R;
      V = (V & 0x55555555) << 1 | (V >> 1 & 0x55555555);
      V = (V & 0x33333333) << 2 | (V >> 2 & 0x33333333);
      V = (V & 0x0F0F0F0F) << 4 | (V >> 4 & 0x0F0F0F0F);
      V = V << 24 | (V & 0xFF00) << 8 | (V >> 8 & 0xFF00) | V >> 24;
      Z[I] ^= V;
    }
}

double checksum(void) { return (double)Z[1] + Z[N - 1]; }
