//===- triangles.c - Triangles drawn where they are nearest ---------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { Width = 64, Height = 48, N = 20 };
static float Depth[Height][Width], Corners[N][3][3];
static unsigned Colour[Height][Width];
void setup(void) {}
void prepare(unsigned Call) {
  fillFloats(&Corners[0][0][0], N * 9, Call + 1);
  for (int I = 0; I < N; ++I)
    for (int J = 2; J >= 0; --J) {
      float *P = Corners[I][J], *First = Corners[I][0];
      P[0] = Width * (0.65f * First[0] + 0.35f * P[0]);
      P[1] = Height * (0.65f * First[1] + 0.35f * P[1]);
    }
  for (int Y = 0; Y < Height; ++Y)
    for (int X = 0; X < Width; ++X) {
      Depth[Y][X] = 1;
      Colour[Y][X] = 0;
    }
}
HELPER float least(float A, float B) { return A < B ? A : B; }
HELPER float most(float A, float B) { return A > B ? A : B; }
HELPER void row(float *Far, unsigned *To, int From, int End, unsigned Tint,
                const float *At, const float *Step) {
  for (int X = From; X < End; ++X) {
    float Move = (float)(X - From);
    float E = At[0] + Move * Step[0], F = At[1] + Move * Step[1];
    float G = At[2] + Move * Step[2], Z = At[3] + Move * Step[3];
    int Shows = (E >= 0) & (F >= 0) & (G >= 0) & (Z < Far[X]);
    Far[X] = Shows ? Z : Far[X];
    To[X] = Shows ? Tint : To[X];
  }
}
static void draw(const float *A, const float *B, const float *C,
                 unsigned Tint) {
  float Area = (B[0] - A[0]) * (C[1] - A[1]) - (B[1] - A[1]) * (C[0] - A[0]);
  if (Area < 0) {
    const float *T = B;
    B = C;
    C = T;
    Area = -Area;
  }
  if (Area < 1)
    return;
  const float *P[5] = {A, B, C, A, B};
  int Left = (int)least(A[0], least(B[0], C[0]));
  int Right = (int)most(A[0], most(B[0], C[0])) + 1;
  int Top = (int)least(A[1], least(B[1], C[1]));
  int Bottom = (int)most(A[1], most(B[1], C[1])) + 1;
  Right = Right < Width ? Right : Width;
  Bottom = Bottom < Height ? Bottom : Height;
  float At[4], StepX[4], StepY[4];
  At[3] = StepX[3] = StepY[3] = 0;
  for (int I = 0; I < 3; ++I) {
    const float *Q = P[I + 1], *R = P[I + 2];
    StepX[I] = (Q[1] - R[1]) / Area;
    StepY[I] = (R[0] - Q[0]) / Area;
    At[I] = ((float)Left - Q[0]) * StepX[I] + ((float)Top - Q[1]) * StepY[I];
    At[3] += At[I] * P[I][2];
    StepX[3] += StepX[I] * P[I][2];
    StepY[3] += StepY[I] * P[I][2];
  }
  for (int Y = Top; Y < Bottom; ++Y) {
    row(Depth[Y], Colour[Y], Left, Right, Tint, At, StepX);
    for (int I = 0; I < 4; ++I)
      At[I] += StepY[I];
  }
}
KERNEL void kernel(void) {
  for (unsigned I = 0; I < N; ++I)
    draw(Corners[I][0], Corners[I][1], Corners[I][2], I + 1);
}
double checksum(void) {
  double S = sumFloats(&Depth[0][0], Width * Height);
  for (int Y = 0; Y < Height; ++Y)
    for (int X = 0; X < Width; ++X)
      S += Colour[Y][X];
  return S;
}
