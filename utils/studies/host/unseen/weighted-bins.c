//===- weighted-bins.c --------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Weights added to sixteen bins, of which one gets every third.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 4000, Bins = 16 };
static unsigned char X[N];
static float Weights[N], Sums[Bins];

void setup(void) { fillFloats(Weights, N, 2); }

void prepare(unsigned Call) {
  fillBytes(X, N, Call + 1);
  for (int I = 0; I < N; ++I)
    X[I] = I % 3 ? X[I] % Bins : 5;
}

KERNEL void kernel(void) {
  for (int I = 0; I < N; ++I)
    Sums[X[I]] += Weights[I];
}

double checksum(void) { return sumFloats(Sums, Bins); }
