//===- population-count.c -------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bits of words, counted without an instruction for it.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 8000, Rounds = 10 };
static unsigned long long X[N];
static unsigned long long Bits;

void setup(void) { fillWords((unsigned *)X, 2 * N, 1); }

void prepare(unsigned Call) { (void)Call; }

KERNEL void kernel(void) {
  unsigned long long Sum = 0;
  for (int R = 0; R < Rounds; ++R)
    for (int I = 0; I < N; ++I)
      for (unsigned long long V = X[I] >> (R + 40); V; V &= V - 1)
        ++Sum;
  Bits = Sum;
}

double checksum(void) { return (double)Bits; }
