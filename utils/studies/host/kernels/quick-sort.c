//===- quick-sort.c -------------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Quicksort.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 8000 };
static int X[N];

static void sort(int *First, int *Last) {
  while (Last - First > 1) {
    int Pivot = First[(Last - First) / 2];
    int *I = First, *J = Last - 1;
    while (I <= J) {
      while (*I < Pivot)
        ++I;
      while (*J > Pivot)
        --J;
      if (I <= J) {
        int T = *I;
        *I++ = *J;
        *J-- = T;
      }
    }
    sort(First, J + 1);
    First = I;
  }
}

void setup(void) {}

void prepare(unsigned Call) { fillWords((unsigned *)X, N, Call + 1); }

KERNEL void kernel(void) { sort(X, X + N); }

double checksum(void) { return (double)X[N / 2] - X[1]; }
