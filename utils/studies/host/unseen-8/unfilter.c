//===- unfilter.c - Image rows from differences to their neighbours -------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { Bytes = 3, Row = 32 * Bytes, Rows = 16 };
static unsigned char Filters[Rows], Data[Rows][Row];
static unsigned char Image[Rows + 1][Bytes + Row];
void setup(void) {}
void prepare(unsigned Call) {
  fillBytes(Filters, Rows, Call + 1);
  fillBytes(&Data[0][0], sizeof(Data), Call + 100);
  for (int Y = 0; Y < Rows; ++Y) {
    Filters[Y] %= 5;
    for (int X = 0; X < Row; ++X)
      Data[Y][X] = (unsigned char)((Data[Y][X] & 15) - 7);
  }
}
HELPER int magnitude(int A) { return A < 0 ? -A : A; }
HELPER int paeth(int Left, int Up, int Corner) {
  int A = magnitude(Up - Corner), B = magnitude(Left - Corner);
  int C = magnitude(Left + Up - 2 * Corner);
  if (A <= B && A <= C)
    return Left;
  return B <= C ? Up : Corner;
}
KERNEL void kernel(void) {
  for (int Y = 0; Y < Rows; ++Y) {
    const unsigned char *In = Data[Y], *Up = Image[Y] + Bytes;
    unsigned char *Out = Image[Y + 1] + Bytes;
    switch (Filters[Y]) {
    case 0:
      for (int X = 0; X < Row; ++X)
        Out[X] = In[X];
      break;
    case 1:
      for (int X = 0; X < Row; ++X)
        Out[X] = (unsigned char)(In[X] + Out[X - Bytes]);
      break;
    case 2:
      for (int X = 0; X < Row; ++X)
        Out[X] = (unsigned char)(In[X] + Up[X]);
      break;
    case 3:
      for (int X = 0; X < Row; ++X)
        Out[X] = (unsigned char)(In[X] + (Out[X - Bytes] + Up[X]) / 2);
      break;
    default:
      for (int X = 0; X < Row; ++X)
        Out[X] = (unsigned char)(In[X] +
                                 paeth(Out[X - Bytes], Up[X], Up[X - Bytes]));
    }
  }
}
double checksum(void) { return sumBytes(&Image[0][0], sizeof(Image)); }
