//===- biquads.c --------------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Four recursive filters of second order in a row, 400 samples.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 400, Stages = 4 };
static double X[N], Z[N], Memory[Stages][2];
static const double Coefficients[Stages][5] = {
    {0.2, 0.4, 0.2, -0.3, 0.1},
    {0.5, 0.1, 0.3, -0.2, 0.05},
    {0.3, 0.3, 0.1, 0.1, -0.2},
    {0.25, 0.5, 0.25, 0.15, 0.1}};

void setup(void) { fillDoubles(X, N, 1); }

void prepare(unsigned Call) { (void)Call; }

KERNEL void kernel(void) {
  for (int I = 0; I < N; ++I) {
    double V = X[I];
    for (int S = 0; S < Stages; ++S) {
      const double *C = Coefficients[S];
      double Out = C[0] * V + Memory[S][0];
      Memory[S][0] = C[1] * V - C[3] * Out + Memory[S][1];
      Memory[S][1] = C[2] * V - C[4] * Out;
      V = Out;
    }
    Z[I] = V;
  }
}

double checksum(void) { return sumDoubles(Z, N); }
