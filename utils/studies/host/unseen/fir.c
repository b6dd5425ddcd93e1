//===- fir.c ------------------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A filter of 31 taps over 2000 samples of 16 bits.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 2000, Taps = 31 };
static short X[N + Taps], H[Taps];
static int Z[N];

void setup(void) {
  fillBytes((unsigned char *)X, sizeof(X), 1);
  fillBytes((unsigned char *)H, sizeof(H), 2);
}

void prepare(unsigned Call) { (void)Call; }

KERNEL void kernel(void) {
  for (int I = 0; I < N; ++I) {
    int Sum = 0;
    for (int K = 0; K < Taps; ++K)
      Sum += X[I + K] * H[K];
    Z[I] = Sum >> 15;
  }
}

double checksum(void) {
  double Sum = 0;
  for (int I = 0; I < N; ++I)
    Sum += Z[I];
  return Sum;
}
