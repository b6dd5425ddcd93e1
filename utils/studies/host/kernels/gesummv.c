//===- gesummv.c ----------------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sum of two matrix-vector products in single precision.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 360 };
static float A[N][N], B[N][N], X[N], Y[N];

void setup(void) {
  fillFloats(&A[0][0], N * N, 1);
  fillFloats(&B[0][0], N * N, 2);
  fillFloats(X, N, 3);
}

void prepare(unsigned Call) { (void)Call; }

KERNEL void kernel(void) {
  for (int I = 0; I < N; ++I) {
    float First = 0, Second = 0;
    for (int J = 0; J < N; ++J) {
      First += A[I][J] * X[J];
      Second += B[I][J] * X[J];
    }
    Y[I] = 1.5f * First + 1.2f * Second;
  }
}

double checksum(void) { return sumFloats(Y, N); }
