//===- seam.c - The path from top to bottom of an image that costs least --===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { W = 60, H = 40 };
static unsigned char Cost[H][W], Path[H];
static unsigned short Least[H][W + 2];
void setup(void) {}
void prepare(unsigned Call) { fillBytes(&Cost[0][0], sizeof(Cost), Call + 1); }
KERNEL void kernel(void) {
  for (int X = 0; X < W; ++X)
    Least[0][X + 1] = Cost[0][X];
  for (int Y = 0; Y < H; ++Y)
    Least[Y][0] = Least[Y][W + 1] = 65535;
  for (int Y = 1; Y < H; ++Y)
    for (int X = 1; X <= W; ++X) {
      unsigned short A = Least[Y - 1][X - 1], B = Least[Y - 1][X];
      unsigned short C = Least[Y - 1][X + 1];
      A = A < B ? A : B;
      A = A < C ? A : C;
      Least[Y][X] = (unsigned short)(A + Cost[Y][X - 1]);
    }
  int At = 1;
  for (int X = 2; X <= W; ++X)
    if (Least[H - 1][X] < Least[H - 1][At])
      At = X;
  for (int Y = H - 1;; --Y) {
    Path[Y] = (unsigned char)(At - 1);
    if (!Y)
      break;
    const unsigned short *Above = Least[Y - 1] + At;
    if (Above[-1] < Above[0] && Above[-1] <= Above[1])
      --At;
    else if (Above[1] < Above[0])
      ++At;
  }
}
double checksum(void) { return sumBytes(Path, H); }
