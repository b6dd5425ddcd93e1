//===- blur.c -------------------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Smoothing of an image of bytes.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { Width = 320, Height = 240 };
static unsigned char Image[Height][Width], Result[Height][Width];

void setup(void) { fillBytes(&Image[0][0], Width * Height, 1); }

void prepare(unsigned Call) { (void)Call; }

KERNEL void kernel(void) {
  for (int Y = 1; Y < Height - 1; ++Y)
    for (int X = 1; X < Width - 1; ++X)
      Result[Y][X] =
          (unsigned char)((4 * Image[Y][X] + 2 * Image[Y][X - 1] +
                           2 * Image[Y][X + 1] + 2 * Image[Y - 1][X] +
                           2 * Image[Y + 1][X] + Image[Y - 1][X - 1] +
                           Image[Y - 1][X + 1] + Image[Y + 1][X - 1] +
                           Image[Y + 1][X + 1] + 8) /
                          16);
}

double checksum(void) { return sumBytes(&Result[0][0], Width * Height); }
