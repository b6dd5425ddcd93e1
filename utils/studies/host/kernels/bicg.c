//===- bicg.c -------------------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The two products of the biconjugate gradient method in one loop.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 300 };
static double A[N][N], P[N], Q[N], R[N], S[N];

void setup(void) {
  fillDoubles(&A[0][0], N * N, 1);
  fillDoubles(P, N, 2);
  fillDoubles(R, N, 3);
}

void prepare(unsigned Call) { (void)Call; }

KERNEL void kernel(void) {
  for (int I = 0; I < N; ++I)
    S[I] = 0;
  for (int I = 0; I < N; ++I) {
    Q[I] = 0;
    for (int J = 0; J < N; ++J) {
      S[J] += R[I] * A[I][J];
      Q[I] += A[I][J] * P[J];
    }
  }
}

double checksum(void) { return sumDoubles(Q, N) + sumDoubles(S, N); }
