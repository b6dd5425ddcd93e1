//===- interpolation-search.c - Search by where a key should be ---------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 2048, Keys = 150 };
static unsigned Table[N], Wanted[Keys], Found;
void setup(void) {
  fillWords(Table, N, 1);
  unsigned Last = 0;
  for (int I = 0; I < N; ++I)
    Table[I] = Last += Table[I] % 4000 + 1;
}
void prepare(unsigned Call) {
  fillWords(Wanted, Keys, Call + 2);
  for (int I = 0; I < Keys; ++I)
    Wanted[I] = Table[Wanted[I] % N] + (Wanted[I] >> 31);
}
KERNEL void kernel(void) {
  unsigned Sum = 0;
  for (int K = 0; K < Keys; ++K) {
    unsigned Key = Wanted[K], Low = 0, High = N - 1;
    while (Low < High && Table[Low] < Key && Key <= Table[High]) {
      unsigned long long Span = Table[High] - Table[Low] + 1;
      unsigned Middle = Low + (unsigned)((unsigned long long)(High - Low) *
                                         (Key - Table[Low]) / Span);
      if (Table[Middle] < Key)
        Low = Middle + 1;
      else
        High = Middle;
    }
    Sum += Low;
  }
  Found = Sum;
}
double checksum(void) { return Found; }
