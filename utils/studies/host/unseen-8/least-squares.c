//===- least-squares.c - A fit to too many equations, by reflections ------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { Rows = 30, Columns = 8 };
static double Matrix[Columns + 1][Rows], Solution[Columns], Rest;
void setup(void) {}
void prepare(unsigned Call) {
  fillDoubles(&Matrix[0][0], (Columns + 1) * Rows, Call + 1);
}
HELPER double product(const double *A, const double *B, int From) {
  double S = 0;
  for (int I = From; I < Rows; ++I)
    S += A[I] * B[I];
  return S;
}
KERNEL void kernel(void) {
  double Diagonal[Columns];
  for (int K = 0; K < Columns; ++K) {
    double *V = Matrix[K];
    double Norm = __builtin_sqrt(product(V, V, K));
    if (V[K] > 0)
      Norm = -Norm;
    Diagonal[K] = Norm;
    double Scale = 1 / (Norm * (V[K] - Norm));
    V[K] -= Norm;
    for (int J = K + 1; J <= Columns; ++J) {
      double *A = Matrix[J], Factor = product(V, A, K) * Scale;
      for (int I = K; I < Rows; ++I)
        A[I] += Factor * V[I];
    }
  }
  const double *Right = Matrix[Columns];
  for (int K = Columns - 1; K >= 0; --K) {
    double S = Right[K];
    for (int J = K + 1; J < Columns; ++J)
      S -= Matrix[J][K] * Solution[J];
    Solution[K] = S / Diagonal[K];
  }
  Rest = product(Right, Right, Columns);
}
double checksum(void) { return sumDoubles(Solution, Columns) + Rest; }
