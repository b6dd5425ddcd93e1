//===- transpose.c --------------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Transposition of a matrix.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 400 };
static double A[N][N], B[N][N];

void setup(void) { fillDoubles(&A[0][0], N * N, 1); }

void prepare(unsigned Call) { (void)Call; }

KERNEL void kernel(void) {
  for (int I = 0; I < N; ++I)
    for (int J = 0; J < N; ++J)
      B[J][I] = A[I][J];
}

double checksum(void) { return sumDoubles(&B[0][0], N * N); }
