//===- dot.c --------------------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Inner products of slices of two vectors.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 1000, Slices = 200 };
static double X[N + Slices], Y[N + Slices], Z[Slices];

void setup(void) {
  fillDoubles(X, N + Slices, 1);
  fillDoubles(Y, N + Slices, 2);
}

void prepare(unsigned Call) { (void)Call; }

KERNEL void kernel(void) {
  for (int S = 0; S < Slices; ++S) {
    double Sum = 0;
    for (int I = 0; I < N; ++I)
      Sum += X[I] * Y[I + S];
    Z[S] = Sum;
  }
}

double checksum(void) { return sumDoubles(Z, Slices); }
