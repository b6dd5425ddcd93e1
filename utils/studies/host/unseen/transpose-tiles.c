//===- transpose-tiles.c ------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// 96 x 96 numbers of 32 bits transposed in tiles of 8 x 8.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 96, Tile = 8 };
static unsigned X[N][N], Z[N][N];

void setup(void) { fillWords(&X[0][0], (size_t)N * N, 1); }

void prepare(unsigned Call) { (void)Call; }

KERNEL void kernel(void) {
  for (int I = 0; I < N; I += Tile)
    for (int J = 0; J < N; J += Tile)
      for (int K = 0; K < Tile; ++K)
        for (int L = 0; L < Tile; ++L)
          Z[J + L][I + K] = X[I + K][J + L];
}

double checksum(void) { return Z[1][2] + (double)Z[N - 1][N / 2]; }
