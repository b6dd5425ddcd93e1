//===- queens.c -----------------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ways to put queens on a board with a blocked square in each row.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 9 };
static unsigned Blocked[N];
static int Ways;

static int place(int Row, unsigned Columns, unsigned Left, unsigned Right) {
  if (Columns == (1u << N) - 1)
    return 1;
  int Count = 0;
  unsigned Free = ~(Columns | Left | Right | Blocked[Row]) & ((1u << N) - 1);
  while (Free) {
    unsigned Bit = Free & -Free;
    Free ^= Bit;
    Count +=
        place(Row + 1, Columns | Bit, (Left | Bit) << 1, (Right | Bit) >> 1);
  }
  return Count;
}

void setup(void) {}

void prepare(unsigned Call) {
  unsigned long long State = Call + 1;
  for (int Row = 0; Row < N; ++Row)
    Blocked[Row] = 1u << nextRandom(&State) % N;
}

KERNEL void kernel(void) { Ways = place(0, 0, 0, 0); }

double checksum(void) { return Ways; }
