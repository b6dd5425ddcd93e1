//===- mvt.c --------------------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Products with a matrix and with its transposed, by columns.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 300 };
static double A[N][N], X[N], Y[N], P[N], Q[N];

void setup(void) {
  fillDoubles(&A[0][0], N * N, 1);
  fillDoubles(P, N, 2);
  fillDoubles(Q, N, 3);
}

void prepare(unsigned Call) { (void)Call; }

KERNEL void kernel(void) {
  for (int I = 0; I < N; ++I)
    for (int J = 0; J < N; ++J)
      X[I] += A[I][J] * P[J];
  for (int I = 0; I < N; ++I)
    for (int J = 0; J < N; ++J)
      Y[I] += A[J][I] * Q[J];
}

double checksum(void) { return sumDoubles(X, N) + sumDoubles(Y, N); }
