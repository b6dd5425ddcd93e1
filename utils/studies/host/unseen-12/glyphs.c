//===- glyphs.c - Letters of curves as pixels that are partly covered ----===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { Width = 24, Height = 28, Curves = 9, Letters = 2, Pieces = 5 };
struct Point {
  float X, Y;
};
static struct Point Outlines[Letters][2 * Curves];
static float Covered[Height * Width + 2];
static unsigned char Pixels[Letters][Height * Width];
void setup(void) {}
void prepare(unsigned Call) {
  float Numbers[Letters * 2 * Curves];
  fillFloats(Numbers, Letters * 2 * Curves, Call + 1);
  // The cosine and the sine of an eighteenth of a turn.
  const float C = 0.93969262f, S = 0.34202014f;
  for (int L = 0; L < Letters; ++L) {
    float X = 1, Y = 0;
    for (int I = 0; I < 2 * Curves; ++I) {
      float Radius = 0.35f + 0.6f * Numbers[L * 2 * Curves + I];
      Outlines[L][I].X = Width * (0.5f + 0.49f * Radius * X);
      Outlines[L][I].Y = Height * (0.5f + 0.49f * Radius * Y);
      float T = X * C - Y * S;
      Y = X * S + Y * C;
      X = T;
    }
  }
}
/// Adds what a line covers to the left of it, row by row.
static void line(struct Point A, struct Point B) {
  if (A.Y == B.Y)
    return;
  float Way = 1;
  if (A.Y > B.Y) {
    struct Point T = A;
    A = B;
    B = T;
    Way = -1;
  }
  float Slope = (B.X - A.X) / (B.Y - A.Y), X = A.X;
  int Last = (int)B.Y;
  if ((float)Last < B.Y)
    ++Last;
  for (int Row = (int)A.Y; Row < Last && Row < Height; ++Row) {
    float *To = Covered + Row * Width;
    float Top = (float)Row > A.Y ? (float)Row : A.Y;
    float Bottom = (float)(Row + 1) < B.Y ? (float)(Row + 1) : B.Y;
    float Tall = Bottom - Top, Next = X + Slope * Tall, Part = Way * Tall;
    float Left = X < Next ? X : Next, Right = X < Next ? Next : X;
    int First = (int)Left, Behind = (int)Right;
    if ((float)Behind < Right)
      ++Behind;
    if (Behind <= First + 1) {
      float Middle = 0.5f * (X + Next) - (float)First;
      To[First] += Part - Part * Middle;
      To[First + 1] += Part * Middle;
    } else {
      float Inverse = 1 / (Right - Left);
      float Begin = Left - (float)First;
      float Area = 0.5f * Inverse * (1 - Begin) * (1 - Begin);
      float End = Right - (float)Behind + 1;
      float Rest = 0.5f * Inverse * End * End;
      To[First] += Part * Area;
      if (Behind == First + 2)
        To[First + 1] += Part * (1 - Area - Rest);
      else {
        float Second = Inverse * (1.5f - Begin);
        To[First + 1] += Part * (Second - Area);
        for (int I = First + 2; I < Behind - 1; ++I)
          To[I] += Part * Inverse;
        float Before = Second + (float)(Behind - First - 3) * Inverse;
        To[Behind - 1] += Part * (1 - Before - Rest);
      }
      To[Behind] += Part * Rest;
    }
    X = Next;
  }
}
static void curve(struct Point A, struct Point Control, struct Point B) {
  struct Point Last = A;
  for (int I = 1; I <= Pieces; ++I) {
    float T = (float)I / Pieces, U = 1 - T;
    struct Point P = {U * U * A.X + 2 * U * T * Control.X + T * T * B.X,
                      U * U * A.Y + 2 * U * T * Control.Y + T * T * B.Y};
    line(Last, P);
    Last = P;
  }
}
static void accumulate(unsigned char *To) {
  float Sum = 0;
  for (int I = 0; I < Width * Height; ++I) {
    Sum += Covered[I];
    float Value = Sum < 0 ? -Sum : Sum;
    To[I] = (unsigned char)(255 * (Value < 1 ? Value : 1) + 0.5f);
  }
}
KERNEL void kernel(void) {
  for (int L = 0; L < Letters; ++L) {
    for (int I = 0; I < Width * Height + 2; ++I)
      Covered[I] = 0;
    const struct Point *P = Outlines[L];
    for (int I = 0; I < Curves; ++I)
      curve(P[2 * I], P[2 * I + 1], P[(2 * I + 2) % (2 * Curves)]);
    accumulate(Pixels[L]);
  }
}
double checksum(void) {
  double S = 0;
  for (int L = 0; L < Letters; ++L)
    for (int I = 0; I < Width * Height; ++I)
      S += Pixels[L][I] * (1 + (I + L) % 7);
  return S;
}
