//===- syrk.c -------------------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Symmetric rank-k update.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 72, M = 80 };
static double A[N][M], C[N][N];

void setup(void) { fillDoubles(&A[0][0], N * M, 1); }

void prepare(unsigned Call) {
  (void)Call;
  for (int I = 0; I < N * N; ++I)
    (&C[0][0])[I] = 1;
}

KERNEL void kernel(void) {
  for (int I = 0; I < N; ++I) {
    for (int J = 0; J <= I; ++J)
      C[I][J] *= 1.2;
    for (int K = 0; K < M; ++K)
      for (int J = 0; J <= I; ++J)
        C[I][J] += 1.5 * A[I][K] * A[J][K];
  }
}

double checksum(void) { return sumDoubles(&C[0][0], N * N); }
