//===- kd-tree.c - The nearest of points in space, by halves of space -----===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 255, Wanted = 40 };
static float Points[N][3], Asked[Wanted][3], Found[Wanted];
void setup(void) {
  fillFloats(&Points[0][0], N * 3, 1);
  // The middle of each range by one coordinate in turn: a selection.
  struct {
    int Low, High, Axis;
  } Work[64] = {{0, N, 0}};
  for (int Top = 1; Top;) {
    --Top;
    int Low = Work[Top].Low, High = Work[Top].High, Axis = Work[Top].Axis;
    for (int I = Low; I < High; ++I)
      for (int J = I + 1; J < High; ++J)
        if (Points[J][Axis] < Points[I][Axis])
          for (int K = 0; K < 3; ++K) {
            float T = Points[I][K];
            Points[I][K] = Points[J][K];
            Points[J][K] = T;
          }
    int Middle = (Low + High) / 2, Next = (Axis + 1) % 3;
    if (Middle - Low > 1) {
      Work[Top].Low = Low, Work[Top].High = Middle, Work[Top++].Axis = Next;
      Work[Top].Low = Middle + 1, Work[Top].High = High;
      Work[Top++].Axis = Next;
    }
  }
}
void prepare(unsigned Call) { fillFloats(&Asked[0][0], Wanted * 3, Call + 2); }
static float nearest(const float *P, int Low, int High, int Axis, float Best) {
  int Middle = (Low + High) / 2;
  const float *M = Points[Middle];
  float X = P[0] - M[0], Y = P[1] - M[1], Z = P[2] - M[2];
  float Away = X * X + Y * Y + Z * Z, Plane = P[Axis] - M[Axis];
  if (Away < Best)
    Best = Away;
  if (High - Low < 2)
    return Best;
  int Next = Axis == 2 ? 0 : Axis + 1;
  Best = Plane < 0 ? nearest(P, Low, Middle, Next, Best)
                   : nearest(P, Middle + 1, High, Next, Best);
  if (Plane * Plane < Best)
    Best = Plane < 0 ? nearest(P, Middle + 1, High, Next, Best)
                     : nearest(P, Low, Middle, Next, Best);
  return Best;
}
KERNEL void kernel(void) {
  for (int I = 0; I < Wanted; ++I)
    Found[I] = nearest(Asked[I], 0, N, 0, 10);
}
double checksum(void) { return sumFloats(Found, Wanted); }
