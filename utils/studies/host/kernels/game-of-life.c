//===- game-of-life.c -----------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two generations of the game of life.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 160, Generations = 2 };
static unsigned char Cells[2][N + 2][N + 2];

void setup(void) {}

void prepare(unsigned Call) {
  unsigned long long State = Call + 1;
  for (int Y = 1; Y <= N; ++Y)
    for (int X = 1; X <= N; ++X)
      Cells[0][Y][X] = nextRandom(&State) % 3 == 0;
}

KERNEL void kernel(void) {
  for (int G = 0; G < Generations; ++G)
    for (int Y = 1; Y <= N; ++Y)
      for (int X = 1; X <= N; ++X) {
        int Around = 0;
        for (int V = -1; V <= 1; ++V)
          for (int U = -1; U <= 1; ++U)
            Around += Cells[G & 1][Y + V][X + U];
        Around -= Cells[G & 1][Y][X];
        if (Around == 3)
          Cells[(G + 1) & 1][Y][X] = 1;
        else if (Around == 2)
          Cells[(G + 1) & 1][Y][X] = Cells[G & 1][Y][X];
        else
          Cells[(G + 1) & 1][Y][X] = 0;
      }
}

double checksum(void) { return sumBytes(&Cells[0][0][0], (N + 2) * (N + 2)); }
