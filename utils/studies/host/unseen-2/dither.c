//===- dither.c ---------------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Error diffusion of a row after the other, 70 x 50.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { H = 50, W = 70 };
static unsigned char X[H][W], Z[H][W];
static short Errors[H + 1][W + 2];

void setup(void) { fillBytes(&X[0][0], (size_t)H * W, 1); }

void prepare(unsigned Call) {
  for (int I = 0; I <= H; ++I)
    for (int J = 0; J < W + 2; ++J)
      Errors[I][J] = (short)(Call & 1);
}

KERNEL void kernel(void) {
  for (int I = 0; I < H; ++I)
    for (int J = 0; J < W; ++J) {
      int V = X[I][J] + Errors[I][J + 1] / 16;
      int Out = V > 127 ? 255 : 0, E = V - Out;
      Z[I][J] = (unsigned char)Out;
      Errors[I][J + 2] += (short)(7 * E);
      Errors[I + 1][J] += (short)(3 * E);
      Errors[I + 1][J + 1] += (short)(5 * E);
      Errors[I + 1][J + 2] += (short)E;
    }
}

double checksum(void) { return sumBytes(&Z[0][0], (size_t)H * W); }
