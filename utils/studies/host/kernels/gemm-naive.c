//===- gemm-naive.c -------------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Matrix product, inner products.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 72 };
static double A[N][N], B[N][N], C[N][N];

void setup(void) {
  fillDoubles(&A[0][0], N * N, 1);
  fillDoubles(&B[0][0], N * N, 2);
}

void prepare(unsigned Call) { (void)Call; }

KERNEL void kernel(void) {
  for (int I = 0; I < N; ++I)
    for (int J = 0; J < N; ++J) {
      double Sum = 0;
      for (int K = 0; K < N; ++K)
        Sum += A[I][K] * B[K][J];
      C[I][J] = Sum;
    }
}

double checksum(void) { return sumDoubles(&C[0][0], N * N); }
