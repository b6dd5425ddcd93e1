//===- lower-bound.c ------------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Search in a sorted array without branches.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { LogN = 12, N = 1 << LogN, Queries = 12000 };
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
    unsigned Position = 0;
    for (unsigned Half = N / 2; Half; Half /= 2)
      Position += (X[Position + Half - 1] < Keys[Q]) * Half;
    Sum += Position;
  }
  Found = Sum;
}

double checksum(void) { return Found; }
