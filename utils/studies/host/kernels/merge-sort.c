//===- merge-sort.c -------------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Merge sort from the bottom up.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 8192 };
static unsigned X[N], Spare[N];

void setup(void) {}

void prepare(unsigned Call) { fillWords(X, N, Call + 1); }

KERNEL void kernel(void) {
  unsigned *From = X, *To = Spare;
  for (int Width = 1; Width < N; Width *= 2) {
    for (int Start = 0; Start < N; Start += 2 * Width) {
      int I = Start, J = Start + Width, K = Start;
      int Middle = Start + Width, End = Start + 2 * Width;
      while (I < Middle && J < End)
        To[K++] = From[I] <= From[J] ? From[I++] : From[J++];
      while (I < Middle)
        To[K++] = From[I++];
      while (J < End)
        To[K++] = From[J++];
    }
    unsigned *T = From;
    From = To;
    To = T;
  }
}

double checksum(void) { return (double)Spare[N / 2] - Spare[1]; }
