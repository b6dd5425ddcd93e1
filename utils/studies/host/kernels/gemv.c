//===- gemv.c -------------------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Matrix-vector product from the second cache level.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { Rows = 256, Columns = 512 };
static double A[Rows][Columns], X[Columns], Y[Rows];

void setup(void) {
  fillDoubles(&A[0][0], Rows * Columns, 1);
  fillDoubles(X, Columns, 2);
}

void prepare(unsigned Call) { (void)Call; }

KERNEL void kernel(void) {
  for (int I = 0; I < Rows; ++I) {
    double Sum = 0;
    for (int J = 0; J < Columns; ++J)
      Sum += A[I][J] * X[J];
    Y[I] = Sum;
  }
}

double checksum(void) { return sumDoubles(Y, Rows); }
