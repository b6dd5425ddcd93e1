//===- axpy.c -------------------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A multiple of a vector added to another, from the second level.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 32768, Rounds = 8 };
static double X[N], Y[N];

void setup(void) {
  fillDoubles(X, N, 1);
  fillDoubles(Y, N, 2);
}

void prepare(unsigned Call) { (void)Call; }

KERNEL void kernel(void) {
  for (int R = 0; R < Rounds; ++R)
    for (int I = 0; I < N; ++I)
      Y[I] += 0.001 * R * X[I];
}

double checksum(void) { return sumDoubles(Y, N); }
