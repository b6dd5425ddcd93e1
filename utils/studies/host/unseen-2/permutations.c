//===- permutations.c ---------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The next 2000 permutations of nine things in lexical order.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 9, Steps = 2000 };
static int P[N];
static long Sum;

void setup(void) {}

void prepare(unsigned Call) {
  for (int I = 0; I < N; ++I)
    P[I] = (I + (int)Call) % N;
}

KERNEL void kernel(void) {
  long Total = 0;
  for (int S = 0; S < Steps; ++S) {
    int I = N - 2;
    while (I >= 0 && P[I] > P[I + 1])
      --I;
    if (I >= 0) {
      int J = N - 1;
      while (P[J] < P[I])
        --J;
      int T = P[I];
      P[I] = P[J];
      P[J] = T;
    }
    for (int A = I + 1, B = N - 1; A < B; ++A, --B) {
      int T = P[A];
      P[A] = P[B];
      P[B] = T;
    }
    Total += P[0] * 10 + P[N / 2];
  }
  Sum = Total;
}

double checksum(void) { return (double)Sum; }
