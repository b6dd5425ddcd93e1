//===- bilateral.c - A smoother picture that keeps its edges --------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { Width = 40, Height = 14, Reach = 2 };
static float Before[Height + 2 * Reach][Width + 2 * Reach];
static float After[Height][Width];
static float Near[2 * Reach + 1][2 * Reach + 1];
void setup(void) {
  for (int Y = -Reach; Y <= Reach; ++Y)
    for (int X = -Reach; X <= Reach; ++X)
      Near[Y + Reach][X + Reach] = 1 / (1 + 0.5f * (float)(X * X + Y * Y));
}
void prepare(unsigned Call) {
  size_t Number = sizeof(Before) / sizeof(Before[0][0]);
  fillFloats(&Before[0][0], Number, Call + 1);
  for (int Y = 0; Y < Height + 2 * Reach; ++Y)
    for (int X = 0; X < Width + 2 * Reach; ++X)
      Before[Y][X] = 0.3f * Before[Y][X] + (float)(X + 2 * Y > 40);
}
KERNEL void kernel(void) {
  for (int Y = 0; Y < Height; ++Y) {
    float Sum[Width], Weights[Width];
    const float *Middle = &Before[Y + Reach][Reach];
    for (int X = 0; X < Width; ++X)
      Sum[X] = Weights[X] = 0;
    for (int V = 0; V <= 2 * Reach; ++V)
      for (int U = 0; U <= 2 * Reach; ++U) {
        float Close = Near[V][U];
        const float *Row = &Before[Y + V][U];
        for (int X = 0; X < Width; ++X) {
          float Off = Row[X] - Middle[X];
          float Weight = Close / (1 + 30 * Off * Off);
          Weights[X] += Weight;
          Sum[X] += Weight * Row[X];
        }
      }
    for (int X = 0; X < Width; ++X)
      After[Y][X] = Sum[X] / Weights[X];
  }
}
double checksum(void) { return sumFloats(&After[0][0], Width * Height); }
