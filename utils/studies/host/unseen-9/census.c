//===- census.c - How far things are, from what two eyes see --------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { Width = 48, Height = 18, Far = 8, Edge = 2 };
typedef unsigned char Picture[Height][Width];
static Picture Left, Right;
static unsigned SignsLeft[Height][Width], SignsRight[Height][Width];
static unsigned short Best[Height][Width];
void setup(void) {}
void prepare(unsigned Call) {
  fillBytes(&Left[0][0], Width * Height, Call + 1);
  fillBytes(&Right[0][0], Width * Height, Call + 100);
  for (int Y = 0; Y < Height; ++Y)
    for (int X = 0; X < Width; ++X) {
      int From = X + Y / 3;
      if (From < Width && Right[Y][X] > 30)
        Right[Y][X] = Left[Y][From];
    }
}
/// Which of the pixels around are darker, as bits.
static void compare(Picture Of, unsigned To[Height][Width]) {
  for (int Y = Edge; Y < Height - Edge; ++Y)
    for (int X = Edge; X < Width - Edge; ++X) {
      unsigned Bits = 0, Middle = Of[Y][X];
      for (int V = -Edge; V <= Edge; ++V)
        for (int U = -Edge; U <= Edge; ++U)
          Bits = Bits << 1 | (Of[Y + V][X + U] < Middle);
      To[Y][X] = Bits;
    }
}
HELPER unsigned ones(unsigned A) {
  A -= A >> 1 & 0x55555555u;
  A = (A & 0x33333333u) + (A >> 2 & 0x33333333u);
  A = (A + (A >> 4)) & 0x0F0F0F0Fu;
  return A * 0x01010101u >> 24;
}
static void match(void) {
  for (int Y = Edge; Y < Height - Edge; ++Y) {
    unsigned Least[Width], Place[Width];
    for (int X = 0; X < Width; ++X) {
      Least[X] = ~0u;
      Place[X] = 0;
    }
    for (unsigned D = 0; D < Far; ++D)
      for (unsigned X = Edge + Far; X < Width - Edge; ++X) {
        unsigned Differ = ones(SignsLeft[Y][X] ^ SignsRight[Y][X - D]);
        Place[X] = Differ < Least[X] ? D : Place[X];
        Least[X] = Differ < Least[X] ? Differ : Least[X];
      }
    for (int X = Edge + Far; X < Width - Edge; ++X)
      Best[Y][X] = (unsigned short)(Least[X] << 4 | Place[X]);
  }
}
KERNEL void kernel(void) {
  compare(Left, SignsLeft);
  compare(Right, SignsRight);
  match();
}
double checksum(void) {
  double S = 0;
  for (int Y = 0; Y < Height; ++Y)
    for (int X = 0; X < Width; ++X)
      S += Best[Y][X] * (1 + Y % 3);
  return S;
}
