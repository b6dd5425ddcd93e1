//===- continued-fraction.c ---------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Continued fractions: divisions that wait for each other, four side by side.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 300 };
static double X[N];
static double Sum;

void setup(void) { fillDoubles(X, N, 1); }

void prepare(unsigned Call) { (void)Call; }

KERNEL void kernel(void) {
  double A = 1, B = 2, C = 3, D = 4;
  for (int I = 0; I < N; ++I) {
    A = X[I] + 1 / (A + 1);
    B = X[I] + 2 / (B + 1);
    C = X[I] + 3 / (C + 1);
    D = X[I] + 4 / (D + 1);
  }
  Sum = A + B + C + D;
}

double checksum(void) { return Sum; }
