//===- modular-power.c ----------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Powers modulo a number of 32 bits.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 600 };
static unsigned X[N], Y[N], Z[N];

void setup(void) {}

void prepare(unsigned Call) {
  fillWords(X, N, 2 * Call + 1);
  fillWords(Y, N, 2 * Call + 2);
}

KERNEL void kernel(void) {
  for (int I = 0; I < N; ++I) {
    unsigned long long Result = 1, Base = X[I], Modulus = 4294967291u;
    volatile unsigned long long Divisor = Modulus;
    for (unsigned E = Y[I]; E; E /= 2) {
      if (E & 1)
        Result = Result * Base % Divisor;
      Base = Base * Base % Divisor;
    }
    Z[I] = (unsigned)Result;
  }
}

double checksum(void) { return (double)Z[0] + Z[N - 1]; }
