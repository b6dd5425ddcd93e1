//===- delaunay.c - Triangles between points, by circles ------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 26, Most = 2 * N + 8, MostEdges = 3 * Most };
struct Triangle {
  short Corner[3];
  double X, Y, Square;
};
static struct Point {
  double X, Y;
} Points[N + 3];
static struct Triangle Mesh[Most];
static int Number;
void setup(void) {}
void prepare(unsigned Call) {
  fillDoubles(&Points[0].X, 2 * N, Call + 1);
  Points[N] = (struct Point){-20, -20};
  Points[N + 1] = (struct Point){20, -20};
  Points[N + 2] = (struct Point){0, 30};
}
/// A triangle and its circle.
static void put(struct Triangle *To, short A, short B, short C) {
  const struct Point *P = &Points[A], *Q = &Points[B], *R = &Points[C];
  double QX = Q->X - P->X, QY = Q->Y - P->Y;
  double RX = R->X - P->X, RY = R->Y - P->Y;
  double Twice = 2 * (QX * RY - QY * RX);
  double QQ = QX * QX + QY * QY, RR = RX * RX + RY * RY;
  double X = (RY * QQ - QY * RR) / Twice, Y = (QX * RR - RX * QQ) / Twice;
  To->Corner[0] = A;
  To->Corner[1] = B;
  To->Corner[2] = C;
  To->X = P->X + X;
  To->Y = P->Y + Y;
  To->Square = X * X + Y * Y;
}
HELPER int isInside(const struct Triangle *T, const struct Point *P) {
  double X = P->X - T->X, Y = P->Y - T->Y;
  return X * X + Y * Y < T->Square;
}
/// An edge that comes back in the other direction is inside of the hole.
static int toggle(short (*Edges)[2], int Count, short From, short To) {
  for (int I = 0; I < Count; ++I)
    if (Edges[I][0] == To && Edges[I][1] == From) {
      --Count;
      Edges[I][0] = Edges[Count][0];
      Edges[I][1] = Edges[Count][1];
      return Count;
    }
  Edges[Count][0] = From;
  Edges[Count][1] = To;
  return Count + 1;
}
static int insert(int Triangles, short New) {
  short Edges[MostEdges][2];
  int Count = 0;
  for (int I = 0; I < Triangles;) {
    struct Triangle *T = &Mesh[I];
    if (!isInside(T, &Points[New])) {
      ++I;
      continue;
    }
    for (int J = 0; J < 3; ++J)
      Count = toggle(Edges, Count, T->Corner[J], T->Corner[(J + 1) % 3]);
    *T = Mesh[--Triangles];
  }
  for (int I = 0; I < Count; ++I)
    put(&Mesh[Triangles++], Edges[I][0], Edges[I][1], New);
  return Triangles;
}
KERNEL void kernel(void) {
  int Triangles = 1;
  put(&Mesh[0], N, N + 1, N + 2);
  for (short I = 0; I < N; ++I)
    Triangles = insert(Triangles, I);
  Number = Triangles;
}
double checksum(void) {
  double S = Number;
  for (int I = 0; I < Number; ++I)
    for (int J = 0; J < 3; ++J)
      S += 1e-2 * (I + 1) * Mesh[I].Corner[J];
  return S;
}
