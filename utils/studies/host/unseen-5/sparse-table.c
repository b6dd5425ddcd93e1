//===- sparse-table.c - Least numbers of ranges from a table of powers ---===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 512, Levels = 9, Queries = 700 };
static unsigned Table[Levels + 1][N], Ends[Queries], Sum;
void setup(void) { fillWords(Table[0], N, 1); }
void prepare(unsigned Call) { fillWords(Ends, Queries, Call + 2); }
KERNEL void kernel(void) {
  for (int L = 0; L < Levels; ++L)
    for (int I = 0; I + (2 << L) <= N; ++I) {
      unsigned A = Table[L][I], B = Table[L][I + (1 << L)];
      Table[L + 1][I] = A < B ? A : B;
    }
  unsigned Total = 0;
  for (int Q = 0; Q < Queries; ++Q) {
    unsigned A = Ends[Q] % N, B = Ends[Q] / N % N;
    unsigned Low = A < B ? A : B, High = A < B ? B : A;
    int L = 31 - __builtin_clz(High - Low + 1);
    unsigned X = Table[L][Low], Y = Table[L][High + 1 - (1u << L)];
    Total += X < Y ? X : Y;
  }
  Sum = Total;
}
double checksum(void) { return Sum; }
