//===- triad-l3.c ---------------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sum of a vector and a multiple of another, from the third level.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 200000 };
static double A[N], B[N], C[N];

void setup(void) {
  fillDoubles(A, N, 3);
  fillDoubles(B, N, 1);
  fillDoubles(C, N, 2);
}

void prepare(unsigned Call) { (void)Call; }

KERNEL void kernel(void) {
  for (int I = 0; I < N; ++I)
    A[I] = B[I] + 3 * C[I];
}

double checksum(void) { return sumDoubles(A, N); }
