//===- horner.c -----------------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Values of a polynomial.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 6000, Degree = 24 };
static double X[N], Y[N], Coefficients[Degree + 1];

void setup(void) {
  fillDoubles(X, N, 1);
  fillDoubles(Coefficients, Degree + 1, 2);
}

void prepare(unsigned Call) { (void)Call; }

KERNEL void kernel(void) {
  for (int I = 0; I < N; ++I) {
    double Value = Coefficients[Degree];
    for (int D = Degree - 1; D >= 0; --D)
      Value = Value * X[I] + Coefficients[D];
    Y[I] = Value;
  }
}

double checksum(void) { return sumDoubles(Y, N); }
