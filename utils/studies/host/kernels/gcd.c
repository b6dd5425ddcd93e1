//===- gcd.c --------------------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Greatest common divisors by division.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 4000 };
static unsigned X[N], Y[N], Z[N];

void setup(void) {}

void prepare(unsigned Call) {
  fillWords(X, N, 2 * Call + 1);
  fillWords(Y, N, 2 * Call + 2);
}

KERNEL void kernel(void) {
  for (int I = 0; I < N; ++I) {
    unsigned A = X[I], B = Y[I];
    while (B) {
      unsigned T = A % B;
      A = B;
      B = T;
    }
    Z[I] = A;
  }
}

double checksum(void) { return (double)Z[0] + Z[N - 1]; }
