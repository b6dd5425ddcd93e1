//===- integral-image.c - Means of windows, by sums of all that is above and
// left -===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { W = 64, H = 36, R = 3 };
static unsigned char In[H][W], Out[H][W];
static unsigned Sums[H + 1][W + 1];
void setup(void) { fillBytes(&In[0][0], sizeof(In), 1); }
void prepare(unsigned Call) { In[Call % H][0] ^= 1; }
KERNEL void kernel(void) {
  for (int Y = 0; Y < H; ++Y) {
    unsigned Row = 0;
    for (int X = 0; X < W; ++X) {
      Row += In[Y][X];
      Sums[Y + 1][X + 1] = Sums[Y][X + 1] + Row;
    }
  }
  for (int Y = R; Y < H - R; ++Y)
    for (int X = R; X < W - R; ++X)
      Out[Y][X] =
          (unsigned char)((Sums[Y + R + 1][X + R + 1] - Sums[Y - R][X + R + 1] -
                           Sums[Y + R + 1][X - R] + Sums[Y - R][X - R]) /
                          ((2 * R + 1) * (2 * R + 1)));
}
double checksum(void) { return sumBytes(&Out[0][0], sizeof(Out)); }
