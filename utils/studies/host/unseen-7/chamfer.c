//===- chamfer.c - How far each pixel is from the nearest dark one --------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { W = 40, H = 28, Far = 10000 };
static unsigned char Dark[H + 2][W + 2];
static int Distance[H + 2][W + 2];
void setup(void) {
  for (int Y = 0; Y < H + 2; ++Y)
    for (int X = 0; X < W + 2; ++X)
      Distance[Y][X] = Far;
}
void prepare(unsigned Call) {
  fillBytes(&Dark[0][0], sizeof(Dark), Call + 1);
  for (int Y = 0; Y < H + 2; ++Y)
    for (int X = 0; X < W + 2; ++X)
      Dark[Y][X] = Dark[Y][X] < 8;
}
HELPER int smaller(int A, int B) { return A < B ? A : B; }
KERNEL void kernel(void) {
  for (int Y = 1; Y <= H; ++Y)
    for (int X = 1; X <= W; ++X) {
      int D = Dark[Y][X] ? 0 : Far;
      D = smaller(D, Distance[Y][X - 1] + 3);
      D = smaller(D, Distance[Y - 1][X - 1] + 4);
      D = smaller(D, Distance[Y - 1][X] + 3);
      Distance[Y][X] = smaller(D, Distance[Y - 1][X + 1] + 4);
    }
  for (int Y = H; Y >= 1; --Y)
    for (int X = W; X >= 1; --X) {
      int D = Distance[Y][X];
      D = smaller(D, Distance[Y][X + 1] + 3);
      D = smaller(D, Distance[Y + 1][X + 1] + 4);
      D = smaller(D, Distance[Y + 1][X] + 3);
      Distance[Y][X] = smaller(D, Distance[Y + 1][X - 1] + 4);
    }
}
double checksum(void) {
  double S = 0;
  for (int Y = 1; Y <= H; ++Y)
    for (int X = 1; X <= W; ++X)
      S += Distance[Y][X];
  return S;
}
