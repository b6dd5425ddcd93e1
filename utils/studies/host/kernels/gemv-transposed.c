//===- gemv-transposed.c --------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Product with the transposed matrix, from the second level.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { Rows = 256, Columns = 512 };
static double A[Rows][Columns], X[Rows], Y[Columns];

void setup(void) {
  fillDoubles(&A[0][0], Rows * Columns, 1);
  fillDoubles(X, Rows, 2);
}

void prepare(unsigned Call) { (void)Call; }

KERNEL void kernel(void) {
  for (int J = 0; J < Columns; ++J)
    Y[J] = 0;
  for (int I = 0; I < Rows; ++I)
    for (int J = 0; J < Columns; ++J)
      Y[J] += A[I][J] * X[I];
}

double checksum(void) { return sumDoubles(Y, Columns); }
