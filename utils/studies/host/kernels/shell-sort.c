//===- shell-sort.c -------------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shellsort.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 6000 };
static int X[N];
static const int Gaps[] = {3905, 2161, 929, 505, 209, 109, 41, 19, 5, 1};

void setup(void) {}

void prepare(unsigned Call) { fillWords((unsigned *)X, N, Call + 1); }

KERNEL void kernel(void) {
  for (int G = 0; G < 10; ++G) {
    int Gap = Gaps[G];
    for (int I = Gap; I < N; ++I) {
      int Value = X[I], J = I;
      for (; J >= Gap && X[J - Gap] > Value; J -= Gap)
        X[J] = X[J - Gap];
      X[J] = Value;
    }
  }
}

double checksum(void) { return (double)X[N / 2] - X[1]; }
