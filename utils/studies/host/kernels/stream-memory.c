//===- stream-memory.c ----------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sum of numbers from memory, a new part at each call.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { Part = 300000, Parts = 200 };
static double *X, *Begin;
static double Sum;

void setup(void) {
  X = allocate(sizeof(double) * Part * Parts);
  for (long I = 0; I < (long)Part * Parts; I += 512)
    X[I] = (double)I;
}

void prepare(unsigned Call) { Begin = X + (long)(Call % Parts) * Part; }

KERNEL void kernel(void) {
  const double *From = Begin;
  double Total[4] = {0, 0, 0, 0};
  for (int I = 0; I < Part; I += 4) {
    Total[0] += From[I];
    Total[1] += From[I + 1];
    Total[2] += From[I + 2];
    Total[3] += From[I + 3];
  }
  Sum = Total[0] + Total[1] + Total[2] + Total[3];
}

double checksum(void) { return Sum; }
