//===- tilings.c - Ways to lay dominoes on a board with holes -------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum {
  Width = 6,
  Height = 8,
  Edges = 1 << Width,
  Holes = 6,
  Prime = 998244353
};
static unsigned char Hole[Height][Width];
static unsigned Ways;
void setup(void) {}
void prepare(unsigned Call) {
  unsigned long long State = Call + 1;
  for (int Y = 0; Y < Height; ++Y)
    for (int X = 0; X < Width; ++X)
      Hole[Y][X] = 0;
  // As many dark squares as light ones.
  for (unsigned I = 0; I < Holes;) {
    unsigned R = (unsigned)(nextRandom(&State) >> 32);
    unsigned X = R % Width, Y = (R >> 8) % Height;
    if (Hole[Y][X] || (X + Y) % 2 != I % 2)
      continue;
    Hole[Y][X] = 1;
    ++I;
  }
}
HELPER void count(unsigned *To, unsigned More) {
  unsigned Sum = *To + More;
  *To = Sum >= Prime ? Sum - Prime : Sum;
}
/// A bit of the edge: something is on the square there, from above or the left.
KERNEL void kernel(void) {
  unsigned Numbers[2][Edges], *Now = Numbers[0], *Then = Numbers[1];
  for (unsigned Edge = 0; Edge < Edges; ++Edge)
    Now[Edge] = Edge == 0;
  for (int Y = 0; Y < Height; ++Y)
    for (int X = 0; X < Width; ++X) {
      unsigned Bit = 1u << X;
      for (unsigned Edge = 0; Edge < Edges; ++Edge)
        Then[Edge] = 0;
      for (unsigned Edge = 0; Edge < Edges; ++Edge) {
        unsigned Number = Now[Edge];
        if (Number == 0)
          continue;
        if (Edge & Bit) {
          if (!Hole[Y][X])
            count(&Then[Edge & ~Bit], Number);
        } else if (Hole[Y][X]) {
          count(&Then[Edge], Number);
        } else {
          if (Y + 1 < Height)
            count(&Then[Edge | Bit], Number);
          if (X + 1 < Width && !(Edge & Bit << 1))
            count(&Then[Edge | Bit << 1], Number);
        }
      }
      unsigned *Old = Now;
      Now = Then;
      Then = Old;
    }
  Ways = Now[0];
}
double checksum(void) { return Ways; }
