//===- radix-pass.c -----------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One pass of a radix sort with digits of 11 bits, with the count before it.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 2500, Digits = 2048 };
static unsigned X[N], Z[N], Places[Digits];

void setup(void) {}

void prepare(unsigned Call) { fillWords(X, N, Call + 1); }

KERNEL void kernel(void) {
  for (int I = 0; I < Digits; ++I)
    Places[I] = 0;
  for (int I = 0; I < N; ++I)
    ++Places[X[I] >> 7 & (Digits - 1)];
  unsigned Sum = 0;
  for (int I = 0; I < Digits; ++I) {
    unsigned Here = Places[I];
    Places[I] = Sum;
    Sum += Here;
  }
  for (int I = 0; I < N; ++I)
    Z[Places[X[I] >> 7 & (Digits - 1)]++] = X[I];
}

double checksum(void) { return Z[N / 2]; }
