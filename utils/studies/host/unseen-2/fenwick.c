//===- fenwick.c --------------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sums of prefixes in a tree in an array, updates and questions in turn.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 4096, Steps = 800 };
static int Tree[N + 1];
static unsigned Places[2 * Steps];
static long Sum;

void setup(void) {}

void prepare(unsigned Call) {
  fillWords(Places, 2 * Steps, Call + 1);
  for (int I = 0; I < 2 * Steps; ++I)
    Places[I] = Places[I] % N + 1;
}

KERNEL void kernel(void) {
  long Total = 0;
  for (int S = 0; S < Steps; ++S) {
    for (unsigned I = Places[2 * S]; I <= N; I += I & -I)
      Tree[I] += S;
    for (unsigned I = Places[2 * S + 1]; I; I -= I & -I)
      Total += Tree[I];
  }
  Sum = Total;
}

double checksum(void) { return (double)Sum; }
