//===- jacobi-1d.c --------------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Three-point stencil.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 2000, Steps = 60 };
static double A[N], B[N];

void setup(void) { fillDoubles(A, N, 1); }

void prepare(unsigned Call) { (void)Call; }

KERNEL void kernel(void) {
  for (int T = 0; T < Steps; ++T) {
    for (int I = 1; I < N - 1; ++I)
      B[I] = 0.33333 * (A[I - 1] + A[I] + A[I + 1]);
    for (int I = 1; I < N - 1; ++I)
      A[I] = 0.33333 * (B[I - 1] + B[I] + B[I + 1]);
  }
}

double checksum(void) { return sumDoubles(A, N); }
