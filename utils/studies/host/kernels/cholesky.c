//===- cholesky.c ---------------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Cholesky factorization.
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
  for (int I = 0; I < N; ++I) {
    for (int J = 0; J < I; ++J) {
      for (int K = 0; K < J; ++K)
        A[I][J] -= A[I][K] * A[J][K];
      A[I][J] /= A[J][J];
    }
    for (int K = 0; K < I; ++K)
      A[I][I] -= A[I][K] * A[I][K];
    A[I][I] = __builtin_sqrt(A[I][I]);
  }
}

double checksum(void) { return sumDoubles(&A[0][0], N * N); }
