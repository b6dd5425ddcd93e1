//===- prefix-sum.c -------------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Running sums of 32-bit integers.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 8000, Rounds = 50 };
static unsigned X[N], Z[N];

void setup(void) { fillWords(X, N, 1); }

void prepare(unsigned Call) { (void)Call; }

KERNEL void kernel(void) {
  for (int R = 0; R < Rounds; ++R) {
    unsigned Sum = (unsigned)R;
    for (int I = 0; I < N; ++I) {
      Sum += X[I];
      Z[I] = Sum;
    }
  }
}

double checksum(void) { return Z[N - 1]; }
