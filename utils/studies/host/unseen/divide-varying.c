//===- divide-varying.c -------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Quotients and remainders of 32 and 64 bits whose divisors vary.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 800 };
static unsigned X[N], D[N];
static unsigned long long Y[N], E[N], Sum;

void setup(void) {}

void prepare(unsigned Call) {
  fillWords(X, N, Call + 1);
  fillWords(D, N, Call + 100);
  fillWords((unsigned *)Y, 2 * N, Call + 200);
  fillWords((unsigned *)E, 2 * N, Call + 300);
  for (int I = 0; I < N; ++I) {
    D[I] = (D[I] >> D[I] % 24) | 1;
    E[I] = (E[I] >> E[I] % 50) | 1;
  }
}

KERNEL void kernel(void) {
  unsigned long long Total = 0;
  for (int I = 0; I < N; ++I) {
    Total += X[I] / D[I] + X[I] % D[I];
    Total += Y[I] / E[I];
  }
  Sum = Total;
}

double checksum(void) { return (double)(Sum & 0xFFFFFF); }
