//===- flood-fill.c - A region filled with a stack of places -------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { Size = 40 };
static unsigned char Wall[Size][Size], Work[Size][Size];
static unsigned Filled;
void setup(void) {}
void prepare(unsigned Call) {
  fillBytes(&Wall[0][0], Size * Size, Call + 1);
  for (int Y = 0; Y < Size; ++Y)
    for (int X = 0; X < Size; ++X)
      Wall[Y][X] =
          X == 0 || Y == 0 || X == Size - 1 || Y == Size - 1 || Wall[Y][X] < 70;
  Wall[Size / 2][Size / 2] = 0;
}
KERNEL void kernel(void) {
  static unsigned short Stack[4 * Size * Size];
  unsigned char *W = &Work[0][0];
  const unsigned char *From = &Wall[0][0];
  for (int I = 0; I < Size * Size; ++I)
    W[I] = From[I];
  unsigned Count = 0;
  int Top = 0;
  Stack[Top++] = Size / 2 * Size + Size / 2;
  while (Top) {
    unsigned P = Stack[--Top];
    if (W[P])
      continue;
    W[P] = 1;
    ++Count;
    Stack[Top++] = (unsigned short)(P - 1);
    Stack[Top++] = (unsigned short)(P + 1);
    Stack[Top++] = (unsigned short)(P - Size);
    Stack[Top++] = (unsigned short)(P + Size);
  }
  Filled = Count;
}
double checksum(void) { return Filled; }
