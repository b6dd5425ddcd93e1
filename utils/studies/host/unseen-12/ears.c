//===- ears.c - Polygons cut into triangles, ear by ear ------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 26, Polygons = 2 };
static struct Corner {
  double X, Y;
  struct Corner *Before, *Next;
  int Index;
} Corners[Polygons][N];
static unsigned char Triangles[Polygons][N - 2][3];
static int Numbers[Polygons];
static double Area;
void setup(void) {}
void prepare(unsigned Call) {
  double Random[Polygons * N];
  fillDoubles(Random, Polygons * N, Call + 1);
  // The cosine and the sine of a part of a turn.
  const double C = 0.97094181742605203, S = 0.23931566428755777;
  for (int P = 0; P < Polygons; ++P) {
    double X = 1, Y = 0;
    for (int I = 0; I < N; ++I) {
      double Radius = 0.3 + 0.7 * Random[P * N + I];
      Corners[P][I].X = X * Radius;
      Corners[P][I].Y = Y * Radius;
      double T = X * C - Y * S;
      Y = X * S + Y * C;
      X = T;
    }
  }
}
/// Twice the area of a triangle, positive if it turns left.
static double turn(const struct Corner *A, const struct Corner *B,
                   const struct Corner *C) {
  return (B->X - A->X) * (C->Y - A->Y) - (B->Y - A->Y) * (C->X - A->X);
}
static int isEar(const struct Corner *B) {
  const struct Corner *A = B->Before, *C = B->Next;
  if (turn(A, B, C) <= 0)
    return 0;
  for (const struct Corner *P = C->Next; P != A; P = P->Next) {
    // Only where the outline is bent inwards can it be in the way.
    if (turn(P->Before, P, P->Next) > 0)
      continue;
    if (turn(A, B, P) >= 0 && turn(B, C, P) >= 0 && turn(C, A, P) >= 0)
      return 0;
  }
  return 1;
}
static int cut(struct Corner *Ring, unsigned char (*To)[3]) {
  for (int I = 0; I < N; ++I) {
    Ring[I].Index = I;
    Ring[I].Before = &Ring[(I + N - 1) % N];
    Ring[I].Next = &Ring[(I + 1) % N];
  }
  int Found = 0, Left = N, Misses = 0;
  struct Corner *At = Ring;
  while (Left > 3 && Misses < Left) {
    if (!isEar(At)) {
      At = At->Next;
      ++Misses;
      continue;
    }
    To[Found][0] = (unsigned char)At->Before->Index;
    To[Found][1] = (unsigned char)At->Index;
    To[Found++][2] = (unsigned char)At->Next->Index;
    At->Before->Next = At->Next;
    At->Next->Before = At->Before;
    // Not the next one, so that triangles do not become thin.
    At = At->Next->Next;
    Misses = 0;
    --Left;
  }
  To[Found][0] = (unsigned char)At->Before->Index;
  To[Found][1] = (unsigned char)At->Index;
  To[Found++][2] = (unsigned char)At->Next->Index;
  return Found;
}
KERNEL void kernel(void) {
  Area = 0;
  for (int P = 0; P < Polygons; ++P) {
    Numbers[P] = cut(Corners[P], Triangles[P]);
    for (int I = 0; I < Numbers[P]; ++I) {
      const unsigned char *T = Triangles[P][I];
      Area += turn(&Corners[P][T[0]], &Corners[P][T[1]], &Corners[P][T[2]]) / 2;
    }
  }
}
double checksum(void) {
  double S = Area;
  for (int P = 0; P < Polygons; ++P) {
    S += 1e3 * Numbers[P];
    for (int I = 0; I < Numbers[P]; ++I)
      S += Triangles[P][I][0] + 2 * Triangles[P][I][1] * (1 + I % 3);
  }
  return S;
}
