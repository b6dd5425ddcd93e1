//===- binary-search.c ----------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Binary search in a sorted array in the second level.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 100000, Queries = 8000 };
static unsigned X[N], Keys[Queries];
static unsigned Found;

void setup(void) {
  unsigned long long State = 3;
  for (unsigned I = 0, Value = 0; I < N; ++I)
    X[I] = Value += 1 + (unsigned)(nextRandom(&State) % 64);
}

void prepare(unsigned Call) {
  fillWords(Keys, Queries, Call + 1);
  for (int I = 0; I < Queries; ++I)
    Keys[I] %= X[N - 1];
}

KERNEL void kernel(void) {
  unsigned Sum = 0;
  for (int Q = 0; Q < Queries; ++Q) {
    int Low = 0, High = N;
    while (Low < High) {
      int Middle = (Low + High) / 2;
      if (X[Middle] < Keys[Q])
        Low = Middle + 1;
      else
        High = Middle;
    }
    Sum += (unsigned)Low;
  }
  Found = Sum;
}

double checksum(void) { return Found; }
