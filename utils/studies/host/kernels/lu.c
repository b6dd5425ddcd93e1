//===- lu.c ---------------------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LU decomposition without pivoting.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 96 };
static double A[N][N], Original[N][N];

void setup(void) {
  fillDoubles(&Original[0][0], N * N, 1);
  for (int I = 0; I < N; ++I)
    Original[I][I] += 2 * N;
}

void prepare(unsigned Call) {
  (void)Call;
  for (int I = 0; I < N * N; ++I)
    (&A[0][0])[I] = (&Original[0][0])[I];
}

KERNEL void kernel(void) {
  for (int K = 0; K < N; ++K)
    for (int I = K + 1; I < N; ++I) {
      A[I][K] /= A[K][K];
      double Factor = A[I][K];
      for (int J = K + 1; J < N; ++J)
        A[I][J] -= Factor * A[K][J];
    }
}

double checksum(void) { return sumDoubles(&A[0][0], N * N); }
