//===- solve-small.c ----------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Systems of three equations solved by Cramer's rule.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 300 };
static double A[N][9], B[N][3], X[N][3];

void setup(void) {
  fillDoubles(&A[0][0], 9 * N, 1);
  fillDoubles(&B[0][0], 3 * N, 2);
}

void prepare(unsigned Call) { (void)Call; }

HELPER double det(double P, double Q, double R, double S, double T, double U,
                  double V, double W, double Y) {
  return P * (T * Y - U * W) - Q * (S * Y - U * V) + R * (S * W - T * V);
}

KERNEL void kernel(void) {
  for (int I = 0; I < N; ++I) {
    const double *M = A[I], *R = B[I];
    double D = 1 / det(M[0], M[1], M[2], M[3], M[4], M[5], M[6], M[7], M[8]);
    X[I][0] =
        D * det(R[0], M[1], M[2], R[1], M[4], M[5], R[2], M[7], M[8]);
    X[I][1] =
        D * det(M[0], R[0], M[2], M[3], R[1], M[5], M[6], R[2], M[8]);
    X[I][2] =
        D * det(M[0], M[1], R[0], M[3], M[4], R[1], M[6], M[7], R[2]);
  }
}

double checksum(void) { return sumDoubles(&X[0][0], 3 * N); }
