//===- extremes.c -------------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The least, the greatest and the place of the greatest of 3000 numbers.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 3000 };
static int X[N];
static int Least, Greatest, Place;

void setup(void) {}

void prepare(unsigned Call) { fillWords((unsigned *)X, N, Call + 1); }

KERNEL void kernel(void) {
  int Low = X[0], High = X[0], Where = 0;
  for (int I = 1; I < N; ++I) {
    Low = X[I] < Low ? X[I] : Low;
    if (X[I] > High) {
      High = X[I];
      Where = I;
    }
  }
  Least = Low, Greatest = High, Place = Where;
}

double checksum(void) { return (double)Least + Greatest + Place; }
