//===- gram-schmidt.c -----------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Gram-Schmidt orthogonalization, by columns.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 64 };
static double A[N][N], Q[N][N], R[N][N], Original[N][N];

void setup(void) { fillDoubles(&Original[0][0], N * N, 1); }

void prepare(unsigned Call) {
  (void)Call;
  for (int I = 0; I < N * N; ++I)
    (&A[0][0])[I] = (&Original[0][0])[I];
}

KERNEL void kernel(void) {
  for (int K = 0; K < N; ++K) {
    double Norm = 0;
    for (int I = 0; I < N; ++I)
      Norm += A[I][K] * A[I][K];
    R[K][K] = __builtin_sqrt(Norm);
    for (int I = 0; I < N; ++I)
      Q[I][K] = A[I][K] / R[K][K];
    for (int J = K + 1; J < N; ++J) {
      R[K][J] = 0;
      for (int I = 0; I < N; ++I)
        R[K][J] += Q[I][K] * A[I][J];
      for (int I = 0; I < N; ++I)
        A[I][J] -= Q[I][K] * R[K][J];
    }
  }
}

double checksum(void) { return sumDoubles(&R[0][0], N * N); }
