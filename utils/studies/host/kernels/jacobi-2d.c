//===- jacobi-2d.c --------------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Five-point stencil.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 180, Steps = 4 };
static double A[N][N], B[N][N];

void setup(void) { fillDoubles(&A[0][0], N * N, 1); }

void prepare(unsigned Call) { (void)Call; }

KERNEL void kernel(void) {
  for (int T = 0; T < Steps; ++T) {
    for (int I = 1; I < N - 1; ++I)
      for (int J = 1; J < N - 1; ++J)
        B[I][J] = 0.2 * (A[I][J] + A[I][J - 1] + A[I][J + 1] + A[I + 1][J] +
                         A[I - 1][J]);
    for (int I = 1; I < N - 1; ++I)
      for (int J = 1; J < N - 1; ++J)
        A[I][J] = 0.2 * (B[I][J] + B[I][J - 1] + B[I][J + 1] + B[I + 1][J] +
                         B[I - 1][J]);
  }
}

double checksum(void) { return sumDoubles(&A[0][0], N * N); }
