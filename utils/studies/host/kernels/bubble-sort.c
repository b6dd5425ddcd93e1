//===- bubble-sort.c ------------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bubble sort with conditional exchange.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 500 };
static int X[N];

void setup(void) {}

void prepare(unsigned Call) { fillWords((unsigned *)X, N, Call + 1); }

KERNEL void kernel(void) {
  for (int End = N - 1; End > 0; --End)
    for (int I = 0; I < End; ++I) {
      int A = X[I], B = X[I + 1];
      X[I] = A < B ? A : B;
      X[I + 1] = A < B ? B : A;
    }
}

double checksum(void) { return (double)X[N / 2] - X[1]; }
