//===- lines.c - Lines drawn by integer error terms ----------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { Size = 64, Lines = 60 };
static unsigned char Picture[Size][Size];
static unsigned char Ends[Lines][4];
void setup(void) {}
void prepare(unsigned Call) { fillBytes(&Ends[0][0], 4 * Lines, Call + 1); }
KERNEL void kernel(void) {
  for (int L = 0; L < Lines; ++L) {
    int X = Ends[L][0] % Size, Y = Ends[L][1] % Size;
    int X2 = Ends[L][2] % Size, Y2 = Ends[L][3] % Size;
    int Dx = X2 > X ? X2 - X : X - X2, Dy = Y2 > Y ? Y - Y2 : Y2 - Y;
    int Sx = X < X2 ? 1 : -1, Sy = Y < Y2 ? 1 : -1, Error = Dx + Dy;
    for (;;) {
      Picture[Y][X]++;
      if (X == X2 && Y == Y2)
        break;
      int Twice = 2 * Error;
      if (Twice >= Dy) {
        Error += Dy;
        X += Sx;
      }
      if (Twice <= Dx) {
        Error += Dx;
        Y += Sy;
      }
    }
  }
}
double checksum(void) { return sumBytes(&Picture[0][0], Size * Size); }
