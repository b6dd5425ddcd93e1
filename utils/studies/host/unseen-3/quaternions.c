//===- quaternions.c - A chain of rotations multiplied together ----------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 200 };
static double Turns[N][4], Result[4];
void setup(void) { fillDoubles(&Turns[0][0], 4 * N, 1); }
void prepare(unsigned Call) { (void)Call; }
KERNEL void kernel(void) {
  double W = 1, X = 0, Y = 0, Z = 0;
  for (int I = 0; I < N; ++I) {
    const double *T = Turns[I];
    double A = W * T[0] - X * T[1] - Y * T[2] - Z * T[3];
    double B = W * T[1] + X * T[0] + Y * T[3] - Z * T[2];
    double C = W * T[2] - X * T[3] + Y * T[0] + Z * T[1];
    double D = W * T[3] + X * T[2] - Y * T[1] + Z * T[0];
    W = A * 0.75 + 0.1;
    X = B * 0.75 + 0.1;
    Y = C * 0.75;
    Z = D * 0.75;
  }
  Result[0] = W + X + Y + Z;
}
double checksum(void) { return Result[0]; }
