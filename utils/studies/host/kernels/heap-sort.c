//===- heap-sort.c --------------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Heapsort.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 6000 };
static unsigned X[N];

static void sift(unsigned *Heap, int Root, int Size) {
  unsigned Value = Heap[Root];
  for (int Child; (Child = 2 * Root + 1) < Size; Root = Child) {
    if (Child + 1 < Size && Heap[Child + 1] > Heap[Child])
      ++Child;
    if (Heap[Child] <= Value)
      break;
    Heap[Root] = Heap[Child];
  }
  Heap[Root] = Value;
}

void setup(void) {}

void prepare(unsigned Call) { fillWords(X, N, Call + 1); }

KERNEL void kernel(void) {
  for (int I = N / 2 - 1; I >= 0; --I)
    sift(X, I, N);
  for (int Size = N - 1; Size > 0; --Size) {
    unsigned T = X[0];
    X[0] = X[Size];
    X[Size] = T;
    sift(X, 0, Size);
  }
}

double checksum(void) { return (double)X[N / 2] - X[1]; }
