//===- tridiagonal.c - A tridiagonal system solved from both ends --------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 300 };
static double A[N], B[N], C[N], D[N], X[N], P[N], Q[N];
void setup(void) {
  fillDoubles(A, N, 1);
  fillDoubles(B, N, 2);
  fillDoubles(C, N, 3);
  fillDoubles(D, N, 4);
}
void prepare(unsigned Call) { (void)Call; }
KERNEL void kernel(void) {
  P[0] = C[0] / (B[0] + 4);
  Q[0] = D[0] / (B[0] + 4);
  for (int I = 1; I < N; ++I) {
    double M = 1 / (B[I] + 4 - A[I] * P[I - 1]);
    P[I] = C[I] * M;
    Q[I] = (D[I] - A[I] * Q[I - 1]) * M;
  }
  X[N - 1] = Q[N - 1];
  for (int I = N - 2; I >= 0; --I)
    X[I] = Q[I] - P[I] * X[I + 1];
}
double checksum(void) { return sumDoubles(X, N); }
