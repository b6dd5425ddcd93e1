//===- merge-intervals.c - New kernel of the third suite -----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Intervals in order, joined where they overlap.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 1500 };
static unsigned From[N], To[N], Out[N][2], Number;
void setup(void) {}
void prepare(unsigned Call) {
  unsigned At = 0;
  fillWords(From, N, Call + 1);
  for (int I = 0; I < N; ++I) {
    unsigned R = From[I];
    At += R % 16;
    From[I] = At;
    To[I] = At + R / 16 % 20;
  }
}
KERNEL void kernel(void) {
  unsigned Begin = From[0], End = To[0], Count = 0;
  for (int I = 1; I < N; ++I) {
    if (From[I] <= End) {
      if (To[I] > End)
        End = To[I];
    } else {
      Out[Count][0] = Begin;
      Out[Count++][1] = End;
      Begin = From[I];
      End = To[I];
    }
  }
  Number = Count;
}
double checksum(void) { return Number; }
