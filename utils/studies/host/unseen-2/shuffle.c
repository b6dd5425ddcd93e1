//===- shuffle.c --------------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// 3000 numbers shuffled by Fisher and Yates.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 3000 };
static unsigned X[N];

void setup(void) { fillWords(X, N, 1); }

void prepare(unsigned Call) { X[0] = Call; }

KERNEL void kernel(void) {
  unsigned long long State = X[0];
  for (unsigned I = N - 1; I > 0; --I) {
    State = State * 6364136223846793005ull + 1442695040888963407ull;
    unsigned J = (unsigned)((State >> 32) * (I + 1) >> 32);
    unsigned T = X[I];
    X[I] = X[J];
    X[J] = T;
  }
}

double checksum(void) { return X[0] + (double)X[N / 2]; }
