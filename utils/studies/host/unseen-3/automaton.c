//===- automaton.c - Matches counted by a table of states ----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 3000, States = 64 };
static unsigned char Next[States][32], Hits[States], Text[N];
static unsigned Count;
void setup(void) {
  fillBytes(&Next[0][0], States * 32, 1);
  for (int S = 0; S < States; ++S) {
    Hits[S] = S % 5 == 0;
    for (int C = 0; C < 32; ++C)
      Next[S][C] %= States;
  }
}
void prepare(unsigned Call) { fillBytes(Text, N, Call + 1); }
KERNEL void kernel(void) {
  unsigned S = 0, Sum = 0;
  for (int I = 0; I < N; ++I) {
    S = Next[S][Text[I] & 31];
    Sum += Hits[S];
  }
  Count = Sum;
}
double checksum(void) { return Count; }
