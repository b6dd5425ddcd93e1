//===- sieve.c ------------------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sieve of Eratosthenes.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 120000 };
static unsigned char Composite[N];
static int Primes;

void setup(void) {}

void prepare(unsigned Call) {
  (void)Call;
  for (int I = 0; I < N; ++I)
    Composite[I] = 0;
}

KERNEL void kernel(void) {
  int Count = 0;
  for (int I = 2; I < N; ++I)
    if (!Composite[I]) {
      ++Count;
      for (int J = 2 * I; J < N; J += I)
        Composite[J] = 1;
    }
  Primes = Count;
}

double checksum(void) { return Primes; }
