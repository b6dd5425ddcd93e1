//===- gemm-float.c -------------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Matrix product in single precision, four rows at a time.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 96 };
static float A[N][N], B[N][N], C[N][N];

void setup(void) {
  fillFloats(&A[0][0], N * N, 1);
  fillFloats(&B[0][0], N * N, 2);
}

void prepare(unsigned Call) {
  (void)Call;
  for (int I = 0; I < N * N; ++I)
    (&C[0][0])[I] = 0;
}

KERNEL void kernel(void) {
  for (int I = 0; I < N; I += 4)
    for (int K = 0; K < N; ++K)
      for (int J = 0; J < N; ++J) {
        C[I][J] += A[I][K] * B[K][J];
        C[I + 1][J] += A[I + 1][K] * B[K][J];
        C[I + 2][J] += A[I + 2][K] * B[K][J];
        C[I + 3][J] += A[I + 3][K] * B[K][J];
      }
}

double checksum(void) { return sumFloats(&C[0][0], N * N); }
