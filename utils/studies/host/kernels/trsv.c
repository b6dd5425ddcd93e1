//===- trsv.c -------------------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Triangular system of equations.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 500 };
static double L[N][N], X[N], B[N];

void setup(void) {
  fillDoubles(&L[0][0], N * N, 1);
  fillDoubles(B, N, 2);
  for (int I = 0; I < N; ++I)
    L[I][I] = N;
}

void prepare(unsigned Call) { (void)Call; }

KERNEL void kernel(void) {
  for (int I = 0; I < N; ++I) {
    double Sum = B[I];
    for (int J = 0; J < I; ++J)
      Sum -= L[I][J] * X[J];
    X[I] = Sum / L[I][I];
  }
}

double checksum(void) { return sumDoubles(X, N); }
