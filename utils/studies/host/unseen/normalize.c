//===- normalize.c ------------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Vectors of three floats divided by their lengths.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 700 };
static float X[N], Y[N], Z[N];

void setup(void) {
  fillFloats(X, N, 1);
  fillFloats(Y, N, 2);
  fillFloats(Z, N, 3);
}

void prepare(unsigned Call) { (void)Call; }

KERNEL void kernel(void) {
  for (int I = 0; I < N; ++I) {
    float Length =
        __builtin_sqrtf(X[I] * X[I] + Y[I] * Y[I] + Z[I] * Z[I] + 0.01f);
    X[I] /= Length;
    Y[I] /= Length;
    Z[I] /= Length;
  }
}

double checksum(void) { return sumFloats(X, N) + sumFloats(Z, N); }
