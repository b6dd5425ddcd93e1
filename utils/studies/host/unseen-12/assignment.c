//===- assignment.c - Workers to tasks, so that all together cost least --===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 18, Infinite = 1 << 28 };
static int Costs[N + 1][N + 1];
static int Of[N + 1], Rows[N + 1], Columns[N + 1];
static int Total;
void setup(void) {}
void prepare(unsigned Call) {
  unsigned Numbers[N * N];
  fillWords(Numbers, N * N, Call + 1);
  for (int I = 1; I <= N; ++I)
    for (int J = 1; J <= N; ++J)
      Costs[I][J] = (int)(Numbers[(I - 1) * N + J - 1] % 900) + 10 * I;
}
/// Finds a task for one more worker; the others may have to change theirs.
static void augment(int Worker) {
  int Least[N + 1], Way[N + 1];
  unsigned char Done[N + 1];
  for (int J = 0; J <= N; ++J) {
    Least[J] = Infinite;
    Done[J] = 0;
  }
  Of[0] = Worker;
  int Column = 0;
  do {
    Done[Column] = 1;
    int Row = Of[Column], Next = 0, Delta = Infinite;
    for (int J = 1; J <= N; ++J) {
      if (Done[J])
        continue;
      int Reduced = Costs[Row][J] - Rows[Row] - Columns[J];
      if (Reduced < Least[J]) {
        Least[J] = Reduced;
        Way[J] = Column;
      }
      if (Least[J] < Delta) {
        Delta = Least[J];
        Next = J;
      }
    }
    for (int J = 0; J <= N; ++J) {
      if (Done[J]) {
        Rows[Of[J]] += Delta;
        Columns[J] -= Delta;
      } else
        Least[J] -= Delta;
    }
    Column = Next;
  } while (Of[Column]);
  do {
    int Before = Way[Column];
    Of[Column] = Of[Before];
    Column = Before;
  } while (Column);
}
KERNEL void kernel(void) {
  for (int I = 0; I <= N; ++I)
    Of[I] = Rows[I] = Columns[I] = 0;
  for (int I = 1; I <= N; ++I)
    augment(I);
  Total = 0;
  for (int J = 1; J <= N; ++J)
    Total += Costs[Of[J]][J];
}
double checksum(void) {
  double S = Total;
  for (int J = 1; J <= N; ++J)
    S += 1e4 * Of[J] * J;
  // What the prices say has to be the same.
  return S + 1e9 * (Total != -Columns[0]);
}
