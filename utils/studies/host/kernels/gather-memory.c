//===- gather-memory.c ----------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random reads of memory.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { LogWords = 27, Reads = 60000 };
static unsigned *X;
static unsigned long long First;
static unsigned Sum;

void setup(void) {
  X = allocate(sizeof(unsigned) << LogWords);
  for (long I = 0; I < 1l << LogWords; I += 1024)
    X[I] = (unsigned)I;
}

void prepare(unsigned Call) { First = 0x9E3779B97F4A7C15ull * (Call + 1); }

KERNEL void kernel(void) {
  unsigned long long S = First;
  unsigned Total = 0;
  for (int I = 0; I < Reads; ++I) {
    S = S * 6364136223846793005ull + 1442695040888963407ull;
    Total += X[S >> (64 - LogWords)];
  }
  Sum = Total;
}

double checksum(void) { return Sum; }
