//===- atax.c -------------------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Product of a transposed matrix, the matrix and a vector.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 300 };
static double A[N][N], X[N], Y[N];

void setup(void) {
  fillDoubles(&A[0][0], N * N, 1);
  fillDoubles(X, N, 2);
}

void prepare(unsigned Call) { (void)Call; }

KERNEL void kernel(void) {
  for (int I = 0; I < N; ++I)
    Y[I] = 0;
  for (int I = 0; I < N; ++I) {
    double Sum = 0;
    for (int J = 0; J < N; ++J)
      Sum += A[I][J] * X[J];
    for (int J = 0; J < N; ++J)
      Y[J] += A[I][J] * Sum;
  }
}

double checksum(void) { return sumDoubles(Y, N); }
