//===- newton-roots.c - Roots of polynomials by Newton steps -------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 40, Steps = 6 };
static double C[N][4], Roots[N];
void setup(void) { fillDoubles(&C[0][0], 4 * N, 3); }
void prepare(unsigned Call) { (void)Call; }
KERNEL void kernel(void) {
  for (int I = 0; I < N; ++I) {
    double X = 2;
    for (int S = 0; S < Steps; ++S) {
      double F = ((X + C[I][2]) * X - C[I][1]) * X - 4 - C[I][0];
      double D = (3 * X + 2 * C[I][2]) * X + 9;
      X -= F / D;
    }
    Roots[I] = X;
  }
}
double checksum(void) { return sumDoubles(Roots, N); }
