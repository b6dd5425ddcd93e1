//===- voxels.c - Rays that step through a grid of little cubes -----------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { Side = 92, Rays = 24 };
static unsigned char Grid[Side][Side][Side];
static float Origin[Rays][3], Direction[Rays][3], Way[Rays];
static unsigned Steps, Seen[Rays];
void setup(void) {
  unsigned long long State = 1;
  for (int Z = 0; Z < Side; ++Z)
    for (int Y = 0; Y < Side; ++Y)
      for (int X = 0; X < Side; ++X) {
        unsigned R = (unsigned)(nextRandom(&State) >> 32);
        Grid[Z][Y][X] = (unsigned char)(R % 96 ? 0 : 1 + (R >> 28));
      }
}
void prepare(unsigned Call) {
  fillFloats(&Origin[0][0], Rays * 3, Call + 1);
  fillFloats(&Direction[0][0], Rays * 3, Call + 100);
  for (int I = 0; I < Rays; ++I)
    for (int J = 0; J < 3; ++J) {
      float *D = &Direction[I][J];
      *D -= 0.5f;
      *D += *D < 0 ? -0.01f : 0.01f;
      Origin[I][J] = Side * (0.1f + 0.8f * Origin[I][J]);
    }
}
HELPER unsigned cast(const float *From, const float *Along, float *Far,
                     unsigned *Count) {
  int At[3], Sign[3];
  float Next[3], Delta[3], T = 0;
  for (int I = 0; I < 3; ++I) {
    At[I] = (int)From[I];
    Sign[I] = Along[I] < 0 ? -1 : 1;
    Delta[I] = (float)Sign[I] / Along[I];
    float Edge = (float)(At[I] + (Along[I] > 0));
    Next[I] = (Edge - From[I]) / Along[I];
  }
  for (;;) {
    unsigned Cube = Grid[At[2]][At[1]][At[0]];
    *Far = T;
    if (Cube)
      return Cube;
    int Axis = Next[0] < Next[1] ? 0 : 1;
    Axis = Next[2] < Next[Axis] ? 2 : Axis;
    T = Next[Axis];
    Next[Axis] += Delta[Axis];
    At[Axis] += Sign[Axis];
    if ((unsigned)At[Axis] >= Side)
      return 0;
    ++*Count;
  }
}
KERNEL void kernel(void) {
  unsigned Count = 0;
  for (int I = 0; I < Rays; ++I)
    Seen[I] = cast(Origin[I], Direction[I], &Way[I], &Count);
  Steps = Count;
}
double checksum(void) {
  double S = Steps + sumFloats(Way, Rays);
  for (int I = 0; I < Rays; ++I)
    S += 1e-3 * I * Seen[I];
  return S;
}
