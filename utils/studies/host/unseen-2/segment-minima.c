//===- segment-minima.c -------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Least numbers of ranges, by two rows of a table of powers of two.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { Logs = 11, N = 1 << Logs, Queries = 2000 };
static int Table[Logs + 1][N];
static unsigned Ranges[Queries][2];
static long Sum;

void setup(void) {
  fillWords((unsigned *)Table[0], N, 1);
  for (int L = 1; L <= Logs; ++L)
    for (int I = 0; I + (1 << L) <= N; ++I) {
      int A = Table[L - 1][I], B = Table[L - 1][I + (1 << (L - 1))];
      Table[L][I] = A < B ? A : B;
    }
}

void prepare(unsigned Call) {
  fillWords(&Ranges[0][0], 2 * Queries, Call + 1);
  for (int Q = 0; Q < Queries; ++Q) {
    unsigned A = Ranges[Q][0] % N, B = Ranges[Q][1] % N;
    Ranges[Q][0] = A < B ? A : B;
    Ranges[Q][1] = (A < B ? B : A) + 1;
  }
}

KERNEL void kernel(void) {
  long Total = 0;
  for (int Q = 0; Q < Queries; ++Q) {
    unsigned A = Ranges[Q][0], B = Ranges[Q][1];
    int L = 31 - __builtin_clz(B - A);
    int X = Table[L][A], Y = Table[L][B - (1u << L)];
    Total += X < Y ? X : Y;
  }
  Sum = Total;
}

double checksum(void) { return (double)Sum; }
