//===- collisions.c - Discs that bounce off each other and off walls ------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 70, Steps = 4 };
static struct Disc {
  float X, Y, SpeedX, SpeedY;
} Discs[N];
static short Order[N];
static unsigned Bounces;
static const float Width = 10, Height = 8, Radius = 0.35f, Step = 0.05f;
void setup(void) {}
void prepare(unsigned Call) {
  fillFloats(&Discs[0].X, 4 * N, Call + 1);
  for (int I = 0; I < N; ++I) {
    struct Disc *D = &Discs[I];
    // The sweep begins with an order that was right some time ago.
    D->X = Width * ((float)I + 4 * D->X) / (N + 3);
    D->Y *= Height;
    D->SpeedX = 8 * D->SpeedX - 4;
    D->SpeedY = 8 * D->SpeedY - 4;
    Order[I] = (short)I;
  }
}
HELPER float wall(float At, float *Speed, float End) {
  if ((At < Radius && *Speed < 0) || (At > End - Radius && *Speed > 0)) {
    *Speed = -*Speed;
    ++Bounces;
  }
  return At + Step * *Speed;
}
static void sort(void) {
  for (int I = 1; I < N; ++I) {
    short Moved = Order[I];
    int J = I;
    for (; J > 0 && Discs[Order[J - 1]].X > Discs[Moved].X; --J)
      Order[J] = Order[J - 1];
    Order[J] = Moved;
  }
}
static void collide(struct Disc *A, struct Disc *B) {
  float X = B->X - A->X, Y = B->Y - A->Y, Square = X * X + Y * Y;
  if (Square >= 4 * Radius * Radius || Square == 0)
    return;
  float Distance = __builtin_sqrtf(Square);
  X /= Distance;
  Y /= Distance;
  float Push = 0.5f * (2 * Radius - Distance);
  A->X -= Push * X;
  A->Y -= Push * Y;
  B->X += Push * X;
  B->Y += Push * Y;
  float Approach = (A->SpeedX - B->SpeedX) * X + (A->SpeedY - B->SpeedY) * Y;
  if (Approach <= 0)
    return;
  A->SpeedX -= Approach * X;
  A->SpeedY -= Approach * Y;
  B->SpeedX += Approach * X;
  B->SpeedY += Approach * Y;
  ++Bounces;
}
KERNEL void kernel(void) {
  Bounces = 0;
  for (int Time = 0; Time < Steps; ++Time) {
    for (int I = 0; I < N; ++I) {
      struct Disc *D = &Discs[I];
      D->X = wall(D->X, &D->SpeedX, Width);
      D->Y = wall(D->Y, &D->SpeedY, Height);
    }
    sort();
    for (int I = 0; I < N; ++I)
      for (int J = I + 1; J < N; ++J) {
        if (Discs[Order[J]].X - Discs[Order[I]].X > 2 * Radius)
          break;
        collide(&Discs[Order[I]], &Discs[Order[J]]);
      }
  }
}
double checksum(void) { return Bounces + sumFloats(&Discs[0].X, 4 * N); }
