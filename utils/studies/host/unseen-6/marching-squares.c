//===- marching-squares.c - Lines of equal height, cell by cell -----------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 26, Most = N * N * 2 };
static float Height[N][N];
static struct Point {
  float X, Y;
} Line[Most][2];
static int Found;
// Two sides of each case: up, right, down, left; 15 is none. The saddles have
// one line only.
static const unsigned char Sides[16] = {
    15,         3 | 0 << 2, 0 | 1 << 2, 3 | 1 << 2, 1 | 2 << 2, 3 | 0 << 2,
    0 | 2 << 2, 3 | 2 << 2, 2 | 3 << 2, 0 | 2 << 2, 0 | 1 << 2, 1 | 2 << 2,
    1 | 3 << 2, 0 | 1 << 2, 0 | 3 << 2, 15};
void setup(void) {}
void prepare(unsigned Call) { fillFloats(&Height[0][0], N * N, Call + 1); }
HELPER struct Point cross(int I, int J, unsigned Side) {
  int FromI = I + (Side == 2), FromJ = J + (Side == 1);
  int ToI = I + (Side != 0), ToJ = J + (Side != 3);
  float A = Height[FromI][FromJ], B = Height[ToI][ToJ];
  float T = (0.5f - A) / (B - A);
  struct Point P = {(float)FromJ + T * (float)(ToJ - FromJ),
                    (float)FromI + T * (float)(ToI - FromI)};
  return P;
}
KERNEL void kernel(void) {
  int Next = 0;
  for (int I = 0; I < N - 1; ++I)
    for (int J = 0; J < N - 1; ++J) {
      unsigned Case = (Height[I][J] > 0.5f) | (Height[I][J + 1] > 0.5f) << 1 |
                      (Height[I + 1][J + 1] > 0.5f) << 2 |
                      (Height[I + 1][J] > 0.5f) << 3;
      unsigned Two = Sides[Case];
      if (Two == 15)
        continue;
      Line[Next][0] = cross(I, J, Two & 3);
      Line[Next++][1] = cross(I, J, Two >> 2);
    }
  Found = Next;
}
double checksum(void) {
  double S = Found;
  for (int I = 0; I < Found; ++I)
    S += Line[I][0].X + Line[I][1].Y;
  return S;
}
