//===- gemm-rows.c --------------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Matrix product, a row of the result at a time.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 80 };
static double A[N][N], B[N][N], C[N][N];

void setup(void) {
  fillDoubles(&A[0][0], N * N, 1);
  fillDoubles(&B[0][0], N * N, 2);
}

void prepare(unsigned Call) { (void)Call; }

KERNEL void kernel(void) {
  for (int I = 0; I < N; ++I) {
    for (int J = 0; J < N; ++J)
      C[I][J] = 0;
    for (int K = 0; K < N; ++K)
      for (int J = 0; J < N; ++J)
        C[I][J] += A[I][K] * B[K][J];
  }
}

double checksum(void) { return sumDoubles(&C[0][0], N * N); }
