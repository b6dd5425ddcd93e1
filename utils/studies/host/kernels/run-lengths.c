//===- run-lengths.c ------------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Run-length encoding.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 150000 };
static unsigned char X[N], Z[2 * N];
static long Length;

void setup(void) {}

void prepare(unsigned Call) {
  unsigned long long State = Call + 1;
  unsigned char Value = 0;
  for (int I = 0; I < N; ++I) {
    if (nextRandom(&State) % 6 == 0)
      ++Value;
    X[I] = Value;
  }
}

KERNEL void kernel(void) {
  unsigned char *To = Z;
  for (int I = 0; I < N;) {
    int J = I + 1;
    while (J < N && X[J] == X[I] && J - I < 255)
      ++J;
    *To++ = (unsigned char)(J - I);
    *To++ = X[I];
    I = J;
  }
  Length = To - Z;
}

double checksum(void) { return (double)Length; }
