//===- sparse-product.c ---------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sparse matrix times vector, compressed rows.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { Rows = 6000, PerRow = 16 };
static double Values[2 * Rows * PerRow], X[Rows], Y[Rows];
static int Columns[2 * Rows * PerRow], Starts[Rows + 1];

void setup(void) {
  fillDoubles(Values, 2 * Rows * PerRow, 1);
  fillDoubles(X, Rows, 2);
}

void prepare(unsigned Call) {
  unsigned long long State = Call + 7;
  int Next = 0;
  for (int I = 0; I < Rows; ++I) {
    Starts[I] = Next;
    Next += 8 + (int)(nextRandom(&State) % (2 * PerRow - 16));
  }
  Starts[Rows] = Next;
  for (int I = 0; I < Next; ++I)
    Columns[I] = (int)(nextRandom(&State) % Rows);
}

KERNEL void kernel(void) {
  for (int I = 0; I < Rows; ++I) {
    double Sum = 0;
    for (int J = Starts[I]; J < Starts[I + 1]; ++J)
      Sum += Values[J] * X[Columns[J]];
    Y[I] = Sum;
  }
}

double checksum(void) { return sumDoubles(Y, Rows); }
