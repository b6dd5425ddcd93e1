//===- select.c ---------------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The middle one of 2001 numbers by partitioning.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 2001 };
static unsigned X[N];
static unsigned Middle;

void setup(void) {}

void prepare(unsigned Call) { fillWords(X, N, Call + 1); }

KERNEL void kernel(void) {
  int Low = 0, High = N - 1;
  while (Low < High) {
    unsigned Pivot = X[(Low + High) / 2];
    int I = Low, J = High;
    while (I <= J) {
      while (X[I] < Pivot)
        ++I;
      while (X[J] > Pivot)
        --J;
      if (I <= J) {
        unsigned T = X[I];
        X[I++] = X[J];
        X[J--] = T;
      }
    }
    if (N / 2 <= J)
      High = J;
    else if (N / 2 >= I)
      Low = I;
    else
      break;
  }
  Middle = X[N / 2];
}

double checksum(void) { return Middle; }
