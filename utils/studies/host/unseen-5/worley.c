//===- worley.c - Distances to the nearest of scattered points -----------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 24, Cells = 4 };
static float PX[Cells + 2][Cells + 2], PY[Cells + 2][Cells + 2], Field[N][N];
void setup(void) {
  fillFloats(&PX[0][0], (Cells + 2) * (Cells + 2), 1);
  fillFloats(&PY[0][0], (Cells + 2) * (Cells + 2), 2);
}
void prepare(unsigned Call) {
  fillFloats(&PX[0][0], (Cells + 2) * (Cells + 2), Call + 3);
}
KERNEL void kernel(void) {
  for (int I = 0; I < N; ++I)
    for (int J = 0; J < N; ++J) {
      float Y = (float)I * Cells / N, X = (float)J * Cells / N, Least = 9;
      int CY = I * Cells / N, CX = J * Cells / N;
      for (int DY = 0; DY < 3; ++DY)
        for (int DX = 0; DX < 3; ++DX) {
          float VY = CY + DY - 1 + PY[CY + DY][CX + DX] - Y;
          float VX = CX + DX - 1 + PX[CY + DY][CX + DX] - X;
          float D = VX * VX + VY * VY;
          Least = D < Least ? D : Least;
        }
      Field[I][J] = __builtin_sqrtf(Least);
    }
}
double checksum(void) { return sumFloats(&Field[0][0], N * N); }
