//===- heat-3d.c ----------------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Seven-point stencil in three dimensions.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 32, Steps = 3 };
static double A[N][N][N], B[N][N][N];

static inline __attribute__((always_inline)) void step(double (*To)[N][N],
                                                       double (*From)[N][N]) {
  for (int I = 1; I < N - 1; ++I)
    for (int J = 1; J < N - 1; ++J)
      for (int K = 1; K < N - 1; ++K)
        To[I][J][K] =
            From[I][J][K] +
            0.125 *
                (From[I + 1][J][K] - 2 * From[I][J][K] + From[I - 1][J][K]) +
            0.125 *
                (From[I][J + 1][K] - 2 * From[I][J][K] + From[I][J - 1][K]) +
            0.125 * (From[I][J][K + 1] - 2 * From[I][J][K] + From[I][J][K - 1]);
}

void setup(void) {
  fillDoubles(&A[0][0][0], N * N * N, 1);
  fillDoubles(&B[0][0][0], N * N * N, 1);
}

void prepare(unsigned Call) { (void)Call; }

KERNEL void kernel(void) {
  for (int T = 0; T < Steps; ++T) {
    step(B, A);
    step(A, B);
  }
}

double checksum(void) { return sumDoubles(&A[0][0][0], N * N * N); }
