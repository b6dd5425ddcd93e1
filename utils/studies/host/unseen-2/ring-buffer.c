//===- ring-buffer.c ----------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Messages of one to four words put to a ring and taken from it.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { Size = 256, Messages = 1500 };
static unsigned Ring[Size];
static unsigned char Lengths[Messages];
static unsigned Sum;

void setup(void) {}

void prepare(unsigned Call) {
  fillBytes(Lengths, Messages, Call + 1);
  for (int I = 0; I < Messages; ++I)
    Lengths[I] = 1 + Lengths[I] % 4;
}

KERNEL void kernel(void) {
  unsigned Head = 0, Tail = 0, Total = 0;
  for (unsigned M = 0; M < Messages; ++M) {
    Ring[Head++ % Size] = Lengths[M];
    for (unsigned I = 0; I < Lengths[M]; ++I)
      Ring[Head++ % Size] = M + I;
    if (M % 3 == 2)
      for (int K = 0; K < 3; ++K)
        for (unsigned L = Ring[Tail++ % Size]; L; --L)
          Total += Ring[Tail++ % Size];
  }
  Sum = Total;
}

double checksum(void) { return Sum; }
