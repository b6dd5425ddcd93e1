//===- in-polygon.c - Points inside of a polygon by crossings -----------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { Corners = 24, Points = 60 };
static float X[Corners], Y[Corners], At[2 * Points];
static unsigned Inside;
void setup(void) {
  fillFloats(X, Corners, 1);
  fillFloats(Y, Corners, 2);
}
void prepare(unsigned Call) { fillFloats(At, 2 * Points, Call + 3); }
KERNEL void kernel(void) {
  unsigned Number = 0;
  for (int P = 0; P < Points; ++P) {
    float U = At[2 * P], V = At[2 * P + 1];
    int In = 0;
    for (int I = 0, J = Corners - 1; I < Corners; J = I++)
      if ((Y[I] > V) != (Y[J] > V) &&
          U < (X[J] - X[I]) * (V - Y[I]) / (Y[J] - Y[I]) + X[I])
        In = !In;
    Number += In != 0;
  }
  Inside = Number;
}
double checksum(void) { return Inside; }
