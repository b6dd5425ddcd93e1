//===- dot-bytes.c --------------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Inner products of bytes in 32-bit integers.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 4096, Slices = 64 };
static signed char X[N + Slices], Y[N + Slices];
static int Z[Slices];

void setup(void) {
  fillBytes((unsigned char *)X, N + Slices, 1);
  fillBytes((unsigned char *)Y, N + Slices, 2);
}

void prepare(unsigned Call) { (void)Call; }

KERNEL void kernel(void) {
  for (int S = 0; S < Slices; ++S) {
    int Sum = 0;
    for (int I = 0; I < N; ++I)
      Sum += X[I] * Y[I + S];
    Z[S] = Sum;
  }
}

double checksum(void) {
  double Sum = 0;
  for (int S = 0; S < Slices; ++S)
    Sum += Z[S];
  return Sum;
}
