//===- dot-shorts.c -----------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A dot product of 6000 numbers of 16 bits.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 6000 };
static short X[N], Y[N];
static int Result;

void setup(void) {
  fillBytes((unsigned char *)X, sizeof(X), 1);
  fillBytes((unsigned char *)Y, sizeof(Y), 2);
}

void prepare(unsigned Call) { (void)Call; }

KERNEL void kernel(void) {
  unsigned Sum = 0;
  for (int I = 0; I < N; ++I)
    Sum += (unsigned)(X[I] * Y[I]);
  Result = (int)Sum;
}

double checksum(void) { return Result; }
