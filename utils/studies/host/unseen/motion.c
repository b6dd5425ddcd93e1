//===- motion.c ---------------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The best of 121 places for a block of 16 x 16 bytes by the sum of absolute
// differences.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { Block = 16, Range = 11, W = Block + Range };
static unsigned char Image[W][W], Wanted[Block][Block];
static unsigned Best;

void setup(void) {
  fillBytes(&Image[0][0], (size_t)W * W, 1);
  fillBytes(&Wanted[0][0], (size_t)Block * Block, 2);
}

void prepare(unsigned Call) { (void)Call; }

KERNEL void kernel(void) {
  unsigned Least = ~0u;
  for (int Y = 0; Y < Range; ++Y)
    for (int X = 0; X < Range; ++X) {
      unsigned Sum = 0;
      for (int I = 0; I < Block; ++I)
        for (int J = 0; J < Block; ++J) {
          int D = Image[Y + I][X + J] - Wanted[I][J];
          Sum += (unsigned)(D < 0 ? -D : D);
        }
      Least = Sum < Least ? Sum : Least;
    }
  Best = Least;
}

double checksum(void) { return Best; }
