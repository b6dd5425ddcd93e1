//===- seidel-2d.c --------------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Nine-point stencil in place.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 120, Steps = 8 };
static double A[N][N];

void setup(void) { fillDoubles(&A[0][0], N * N, 1); }

void prepare(unsigned Call) { (void)Call; }

KERNEL void kernel(void) {
  for (int T = 0; T < Steps; ++T)
    for (int I = 1; I < N - 1; ++I)
      for (int J = 1; J < N - 1; ++J)
        A[I][J] = (A[I - 1][J - 1] + A[I - 1][J] + A[I - 1][J + 1] +
                   A[I][J - 1] + A[I][J] + A[I][J + 1] + A[I + 1][J - 1] +
                   A[I + 1][J] + A[I + 1][J + 1]) /
                  9;
}

double checksum(void) { return sumDoubles(&A[0][0], N * N); }
