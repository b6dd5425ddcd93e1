//===- permute.c --------------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Numbers scattered and gathered by a permutation of 20,000 places.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 20000 };
static unsigned Order[N], X[N], Y[N], Z[N];

void setup(void) {
  unsigned long long State = 23;
  fillWords(X, N, 1);
  for (unsigned I = 0; I < N; ++I)
    Order[I] = I;
  for (unsigned I = N - 1; I > 0; --I) {
    unsigned J = (unsigned)(nextRandom(&State) % (I + 1)), T = Order[I];
    Order[I] = Order[J];
    Order[J] = T;
  }
}

void prepare(unsigned Call) { (void)Call; }

KERNEL void kernel(void) {
  for (int I = 0; I < N; ++I)
    Y[Order[I]] = X[I];
  for (int I = 0; I < N; ++I)
    Z[I] = Y[Order[I]] + X[Order[I]];
}

double checksum(void) { return Z[0] + (double)Z[N / 2]; }
