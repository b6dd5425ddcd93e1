//===- fluid-particles.c - Water as particles that push each other -------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 72, Cells = 8 };
static float X[N], Y[N], SpeedX[N], SpeedY[N], Density[N], Pressure[N];
static float StartX[N], StartY[N];
static short First[Cells][Cells], Next[N];
static const float Reach = 1.0f / Cells, Mass = 1, Rest = 150, Stiff = 20,
                   Thick = 0.3f, Step = 0.002f;
void setup(void) {}
void prepare(unsigned Call) {
  float Numbers[4 * N];
  fillFloats(Numbers, 4 * N, Call + 1);
  for (int I = 0; I < N; ++I) {
    StartX[I] = 0.08f * (float)(I % 9) + 0.05f + 0.04f * Numbers[4 * I];
    StartY[I] = 0.07f * (float)(I / 9) + 0.03f + 0.04f * Numbers[4 * I + 1];
    SpeedX[I] = Numbers[4 * I + 2] - 0.5f;
    SpeedY[I] = Numbers[4 * I + 3] - 0.5f;
  }
}
HELPER int cell(float Place) {
  int C = (int)(Place * Cells);
  return C < 0 ? 0 : C >= Cells ? Cells - 1 : C;
}
static void sortIn(void) {
  for (int V = 0; V < Cells; ++V)
    for (int U = 0; U < Cells; ++U)
      First[V][U] = -1;
  for (int I = 0; I < N; ++I) {
    short *Head = &First[cell(Y[I])][cell(X[I])];
    Next[I] = *Head;
    *Head = (short)I;
  }
}
static void compress(int I) {
  int U = cell(X[I]), V = cell(Y[I]);
  float Sum = 0;
  for (int B = V > 0 ? V - 1 : 0; B <= V + 1 && B < Cells; ++B)
    for (int A = U > 0 ? U - 1 : 0; A <= U + 1 && A < Cells; ++A)
      for (int J = First[B][A]; J >= 0; J = Next[J]) {
        float DX = X[J] - X[I], DY = Y[J] - Y[I];
        float Left = Reach * Reach - DX * DX - DY * DY;
        if (Left > 0)
          Sum += Left * Left * Left;
      }
  float Fourth = Reach * Reach * Reach * Reach;
  Density[I] = Mass * 1.2732395f * Sum / (Fourth * Fourth);
  float Over = Density[I] - Rest;
  Pressure[I] = Stiff * (Over > 0 ? Over : 0);
}
static void push(int I) {
  int U = cell(X[I]), V = cell(Y[I]);
  float ForceX = 0, ForceY = -9.81f * Density[I];
  for (int B = V > 0 ? V - 1 : 0; B <= V + 1 && B < Cells; ++B)
    for (int A = U > 0 ? U - 1 : 0; A <= U + 1 && A < Cells; ++A)
      for (int J = First[B][A]; J >= 0; J = Next[J]) {
        if (J == I)
          continue;
        float DX = X[I] - X[J], DY = Y[I] - Y[J];
        float Square = DX * DX + DY * DY;
        if (Square >= Reach * Reach || Square == 0)
          continue;
        float Distance = __builtin_sqrtf(Square), Near = 1 - Distance / Reach;
        float Push =
            (Pressure[I] + Pressure[J]) * Near * Near / (Density[J] * Distance);
        float Drag = Thick * Near / Density[J];
        ForceX += Push * DX + Drag * (SpeedX[J] - SpeedX[I]);
        ForceY += Push * DY + Drag * (SpeedY[J] - SpeedY[I]);
      }
  SpeedX[I] += Step * ForceX / Density[I];
  SpeedY[I] += Step * ForceY / Density[I];
}
static void move(int I) {
  X[I] += Step * SpeedX[I];
  Y[I] += Step * SpeedY[I];
  if (X[I] < 0 || X[I] > 1) {
    X[I] = X[I] < 0 ? 0 : 1;
    SpeedX[I] *= -0.5f;
  }
  if (Y[I] < 0 || Y[I] > 1) {
    Y[I] = Y[I] < 0 ? 0 : 1;
    SpeedY[I] *= -0.5f;
  }
}
KERNEL void kernel(void) {
  for (int I = 0; I < N; ++I) {
    X[I] = StartX[I];
    Y[I] = StartY[I];
  }
  sortIn();
  for (int I = 0; I < N; ++I)
    compress(I);
  for (int I = 0; I < N; ++I)
    push(I);
  for (int I = 0; I < N; ++I)
    move(I);
}
double checksum(void) {
  return sumFloats(X, N) + 2 * sumFloats(Y, N) + sumFloats(SpeedX, N) +
         sumFloats(SpeedY, N) + sumFloats(Density, N);
}
