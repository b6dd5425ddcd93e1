//===- largest.c ----------------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Position of the largest number in random slices.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 1000, Slices = 200 };
static int X[N + Slices], Z[Slices];

void setup(void) {}

void prepare(unsigned Call) { fillWords((unsigned *)X, N + Slices, Call + 1); }

KERNEL void kernel(void) {
  for (int S = 0; S < Slices; ++S) {
    int Best = S;
    for (int I = S + 1; I < S + N; ++I)
      if (X[I] > X[Best])
        Best = I;
    Z[S] = Best;
  }
}

double checksum(void) {
  double Sum = 0;
  for (int S = 0; S < Slices; ++S)
    Sum += Z[S];
  return Sum;
}
