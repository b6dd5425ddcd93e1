//===- product-odd.c ----------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A product of 17 x 23 and 23 x 19 numbers.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { L = 17, M = 23, N = 19 };
static double A[L][M], B[M][N], C[L][N];

void setup(void) {
  fillDoubles(&A[0][0], (size_t)L * M, 1);
  fillDoubles(&B[0][0], (size_t)M * N, 2);
}

void prepare(unsigned Call) { (void)Call; }

KERNEL void kernel(void) {
  for (int I = 0; I < L; ++I)
    for (int J = 0; J < N; ++J) {
      double Sum = 0;
      for (int K = 0; K < M; ++K)
        Sum += A[I][K] * B[K][J];
      C[I][J] = Sum;
    }
}

double checksum(void) { return sumDoubles(&C[0][0], (size_t)L * N); }
