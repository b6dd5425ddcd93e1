//===- big-divide.c -----------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A number of 1000 words of 32 bits divided by one word.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 1000 };
static unsigned X[N], Q[N], Divisor, Remainder;

void setup(void) { fillWords(X, N, 1); }

void prepare(unsigned Call) { Divisor = 3000000019u + 2 * Call; }

KERNEL void kernel(void) {
  unsigned long long R = 0;
  for (int I = N - 1; I >= 0; --I) {
    unsigned long long T = R << 32 | X[I];
    Q[I] = (unsigned)(T / Divisor);
    R = T % Divisor;
  }
  Remainder = (unsigned)R;
}

double checksum(void) { return Remainder + Q[5]; }
