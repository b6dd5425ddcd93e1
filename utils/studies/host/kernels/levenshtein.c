//===- levenshtein.c ------------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Edit distance of two strings.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 400 };
static char A[N], B[N];
static int Row[N + 1];

void setup(void) {}

void prepare(unsigned Call) {
  unsigned long long State = Call + 1;
  for (int I = 0; I < N; ++I) {
    A[I] = (char)('a' + nextRandom(&State) % 4);
    B[I] = (char)('a' + nextRandom(&State) % 4);
  }
}

KERNEL void kernel(void) {
  for (int J = 0; J <= N; ++J)
    Row[J] = J;
  for (int I = 1; I <= N; ++I) {
    int Diagonal = Row[0];
    Row[0] = I;
    for (int J = 1; J <= N; ++J) {
      int Best = Diagonal + (A[I - 1] != B[J - 1]);
      Diagonal = Row[J];
      if (Row[J] + 1 < Best)
        Best = Row[J] + 1;
      if (Row[J - 1] + 1 < Best)
        Best = Row[J - 1] + 1;
      Row[J] = Best;
    }
  }
}

double checksum(void) { return Row[N]; }
