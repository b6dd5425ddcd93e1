//===- shortest-diff.c - Lines to delete and insert, as few as possible ---===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 240, Most = 60, Rows = 2 * Most + 3 };
static unsigned Old[N], New[N];
/// How far one gets along each diagonal with so many differences.
static short Reach[Most + 1][Rows];
static short Script[Most];
static int OldLines, NewLines, Differences;
void setup(void) {}
void prepare(unsigned Call) {
  unsigned long long State = Call + 1;
  OldLines = N - 20;
  NewLines = 0;
  for (int I = 0; I < OldLines; ++I)
    Old[I] = (unsigned)(nextRandom(&State) % 50);
  for (int I = 0; I < OldLines && NewLines < N; ++I) {
    unsigned R = (unsigned)(nextRandom(&State) >> 59);
    if (R == 0)
      continue;
    if (R == 1 || R == 2)
      New[NewLines++] = (unsigned)(nextRandom(&State) % 50);
    if (R != 2 && NewLines < N)
      New[NewLines++] = Old[I];
  }
}
HELPER int fromAbove(const short *Last, int K, int D) {
  return K == -D || (K != D && Last[K - 1] < Last[K + 1]);
}
static int walk(void) {
  for (int D = 0; D <= Most; ++D) {
    short *Row = Reach[D] + Most + 1;
    const short *Last = D ? Row - Rows : Row;
    for (int K = -D; K <= D; K += 2) {
      int X = 0;
      if (D > 0)
        X = fromAbove(Last, K, D) ? Last[K + 1] : Last[K - 1] + 1;
      while (X < OldLines && X - K < NewLines && Old[X] == New[X - K])
        ++X;
      Row[K] = (short)X;
      if (X >= OldLines && X - K >= NewLines)
        return D;
    }
  }
  return -1;
}
KERNEL void kernel(void) {
  int D = walk(), K = OldLines - NewLines;
  Differences = D;
  for (; D > 0; --D) {
    const short *Last = Reach[D - 1] + Most + 1;
    int Inserts = fromAbove(Last, K, D);
    K += Inserts ? 1 : -1;
    Script[D - 1] = (short)(Inserts ? ~(Last[K] - K) : Last[K]);
  }
}
double checksum(void) {
  double S = Differences;
  for (int I = 0; I < Differences; ++I)
    S += I * Script[I];
  return S;
}
