//===- edges.c ----------------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sobel's two 3 x 3 filters of bytes and the sum of their magnitudes, 61 x 83.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { H = 61, W = 83 };
static unsigned char X[H][W], Z[H][W];

void setup(void) { fillBytes(&X[0][0], (size_t)H * W, 1); }

void prepare(unsigned Call) { (void)Call; }

KERNEL void kernel(void) {
  for (int I = 1; I < H - 1; ++I)
    for (int J = 1; J < W - 1; ++J) {
      int A = X[I - 1][J + 1] + 2 * X[I][J + 1] + X[I + 1][J + 1] -
              X[I - 1][J - 1] - 2 * X[I][J - 1] - X[I + 1][J - 1];
      int B = X[I + 1][J - 1] + 2 * X[I + 1][J] + X[I + 1][J + 1] -
              X[I - 1][J - 1] - 2 * X[I - 1][J] - X[I - 1][J + 1];
      int Sum = (A < 0 ? -A : A) + (B < 0 ? -B : B);
      Z[I][J] = (unsigned char)(Sum > 255 ? 255 : Sum);
    }
}

double checksum(void) { return sumBytes(&Z[0][0], (size_t)H * W); }
