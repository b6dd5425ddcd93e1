//===- eigenvalues.c - Of symmetric matrices, by rotations ----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 8, Sweeps = 4 };
static double Matrix[N][N], Values[N];
void setup(void) {}
void prepare(unsigned Call) {
  fillDoubles(&Matrix[0][0], N * N, Call + 1);
  for (int I = 0; I < N; ++I)
    for (int J = 0; J < I; ++J)
      Matrix[I][J] = Matrix[J][I];
}
HELPER double magnitude(double X) { return X < 0 ? -X : X; }
static void rotate(double A[N][N], int P, int Q) {
  double Theta = (A[Q][Q] - A[P][P]) / (2 * A[P][Q]);
  double T = 1 / (magnitude(Theta) + __builtin_sqrt(Theta * Theta + 1));
  if (Theta < 0)
    T = -T;
  double C = 1 / __builtin_sqrt(T * T + 1), S = T * C;
  for (int K = 0; K < N; ++K) {
    double U = A[K][P], V = A[K][Q];
    A[K][P] = C * U - S * V;
    A[K][Q] = S * U + C * V;
  }
  for (int K = 0; K < N; ++K) {
    double U = A[P][K], V = A[Q][K];
    A[P][K] = C * U - S * V;
    A[Q][K] = S * U + C * V;
  }
}
KERNEL void kernel(void) {
  for (int Sweep = 0; Sweep < Sweeps; ++Sweep)
    for (int P = 0; P < N; ++P)
      for (int Q = P + 1; Q < N; ++Q)
        if (magnitude(Matrix[P][Q]) > 1e-9)
          rotate(Matrix, P, Q);
  for (int I = 0; I < N; ++I)
    Values[I] = Matrix[I][I];
}
double checksum(void) {
  double S = 0;
  for (int I = 0; I < N; ++I)
    S += Values[I] * Values[I];
  return S;
}
