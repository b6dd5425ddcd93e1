//===- radix-sort.c -------------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Radix sort by bytes.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 20000 };
static unsigned X[N], Spare[N];

void setup(void) {}

void prepare(unsigned Call) { fillWords(X, N, Call + 1); }

KERNEL void kernel(void) {
  unsigned *From = X, *To = Spare;
  for (int Shift = 0; Shift < 32; Shift += 8) {
    unsigned Counts[257] = {0};
    for (int I = 0; I < N; ++I)
      ++Counts[(From[I] >> Shift & 255) + 1];
    for (int I = 0; I < 256; ++I)
      Counts[I + 1] += Counts[I];
    for (int I = 0; I < N; ++I)
      To[Counts[From[I] >> Shift & 255]++] = From[I];
    unsigned *T = From;
    From = To;
    To = T;
  }
}

double checksum(void) { return (double)X[N / 2] - X[1]; }
