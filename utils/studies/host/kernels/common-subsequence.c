//===- common-subsequence.c -----------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Longest common subsequence.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 400 };
static char A[N], B[N];
static short Length[N + 1][N + 1];

void setup(void) {}

void prepare(unsigned Call) {
  unsigned long long State = Call + 1;
  for (int I = 0; I < N; ++I) {
    A[I] = (char)('a' + nextRandom(&State) % 4);
    B[I] = (char)('a' + nextRandom(&State) % 4);
  }
}

KERNEL void kernel(void) {
  for (int I = 1; I <= N; ++I)
    for (int J = 1; J <= N; ++J)
      if (A[I - 1] == B[J - 1])
        Length[I][J] = (short)(Length[I - 1][J - 1] + 1);
      else if (Length[I - 1][J] > Length[I][J - 1])
        Length[I][J] = Length[I - 1][J];
      else
        Length[I][J] = Length[I][J - 1];
}

double checksum(void) { return Length[N][N]; }
