//===- histogram.c --------------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Histogram of bytes.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 200000 };
static unsigned char X[N];
static unsigned Counts[256];

void setup(void) {
  fillBytes(X, N, 1);
  for (int I = 0; I < N; ++I)
    X[I] = (unsigned char)(X[I] * X[I] >> 8);
}

void prepare(unsigned Call) { (void)Call; }

KERNEL void kernel(void) {
  for (int I = 0; I < N; ++I)
    ++Counts[X[I]];
}

double checksum(void) { return Counts[1] + 3.0 * Counts[128]; }
