//===- demosaic.c - Colours of pixels that each saw but one ---------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { W = 48, H = 32 };
static unsigned char Raw[H][W], Image[H][W][3];
void setup(void) {}
void prepare(unsigned Call) { fillBytes(&Raw[0][0], W * H, Call + 1); }
KERNEL void kernel(void) {
  for (int Y = 1; Y < H - 1; ++Y)
    for (int X = 1; X < W - 1; ++X) {
      int Here = Raw[Y][X];
      int Across = (Raw[Y][X - 1] + Raw[Y][X + 1] + 1) / 2;
      int Along = (Raw[Y - 1][X] + Raw[Y + 1][X] + 1) / 2;
      int Corners = (Raw[Y - 1][X - 1] + Raw[Y - 1][X + 1] + Raw[Y + 1][X - 1] +
                     Raw[Y + 1][X + 1] + 2) /
                    4;
      int Red, Green, Blue;
      if (Y % 2 == X % 2) {
        Green = (Across + Along + 1) / 2;
        Red = Y % 2 == 0 ? Here : Corners;
        Blue = Y % 2 == 0 ? Corners : Here;
      } else {
        Green = Here;
        Red = Y % 2 == 0 ? Across : Along;
        Blue = Y % 2 == 0 ? Along : Across;
      }
      Image[Y][X][0] = (unsigned char)Red;
      Image[Y][X][1] = (unsigned char)Green;
      Image[Y][X][2] = (unsigned char)Blue;
    }
}
double checksum(void) { return sumBytes(&Image[0][0][0], sizeof(Image)); }
