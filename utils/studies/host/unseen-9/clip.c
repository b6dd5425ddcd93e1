//===- clip.c - Polygons cut along the edges of a window ------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { Polygons = 36, MostCorners = 8, Edges = 5, Most = MostCorners + Edges };
struct Point {
  double X, Y;
};
static struct Point Corners[Polygons][MostCorners];
static int Number[Polygons], Left;
static struct Edge {
  double A, B, C;
} Window[Edges];
static double Area[Polygons];
static void around(struct Point *To, int I, int Of, double Radius) {
  double T = 4.0 * I / Of, U = T < 2 ? T - 1 : 3 - T;
  double V = 1 - U * U;
  To->X = Radius * U;
  To->Y = T < 2 ? Radius * V : -Radius * V;
}
void setup(void) {
  struct Point P, Q;
  for (int I = 0; I < Edges; ++I) {
    around(&P, I, Edges, 0.5);
    around(&Q, (I + 1) % Edges, Edges, 0.5);
    Window[I].A = Q.Y - P.Y;
    Window[I].B = P.X - Q.X;
    Window[I].C = P.X * Window[I].A + P.Y * Window[I].B;
    if (Window[I].C > 0) {
      Window[I].A = -Window[I].A;
      Window[I].B = -Window[I].B;
      Window[I].C = -Window[I].C;
    }
  }
}
void prepare(unsigned Call) {
  static double R[Polygons][4];
  fillDoubles(&R[0][0], Polygons * 4, Call + 1);
  for (int I = 0; I < Polygons; ++I) {
    Number[I] = 3 + (int)(R[I][0] * (MostCorners - 2));
    for (int J = 0; J < Number[I]; ++J) {
      struct Point *P = &Corners[I][J];
      around(P, J, Number[I], 0.1 + 0.5 * R[I][1]);
      P->X += 1.2 * R[I][2] - 0.6 + 0.1 * R[I][J % 4];
      P->Y += 1.2 * R[I][3] - 0.6;
    }
  }
}
HELPER double height(const struct Edge *E, const struct Point *P) {
  return E->A * P->X + E->B * P->Y - E->C;
}
static int cut(const struct Edge *E, const struct Point *From, int Corners,
               struct Point *To) {
  int Kept = 0;
  const struct Point *Before = &From[Corners - 1];
  double Was = height(E, Before);
  for (int I = 0; I < Corners; ++I) {
    const struct Point *Now = &From[I];
    double Is = height(E, Now);
    if ((Was >= 0) != (Is >= 0) && Kept < Most) {
      double Share = Was / (Was - Is);
      To[Kept].X = Before->X + Share * (Now->X - Before->X);
      To[Kept++].Y = Before->Y + Share * (Now->Y - Before->Y);
    }
    if (Is >= 0 && Kept < Most)
      To[Kept++] = *Now;
    Before = Now;
    Was = Is;
  }
  return Kept;
}
KERNEL void kernel(void) {
  struct Point Space[2][Most];
  int Remain = 0;
  for (int I = 0; I < Polygons; ++I) {
    const struct Point *From = Corners[I];
    int Have = Number[I];
    for (int J = 0; J < Edges && Have > 0; ++J) {
      Have = cut(&Window[J], From, Have, Space[J % 2]);
      From = Space[J % 2];
    }
    double Twice = 0;
    for (int J = 0, K = Have - 1; J < Have; K = J++)
      Twice += From[K].X * From[J].Y - From[J].X * From[K].Y;
    Area[I] = Twice / 2;
    Remain += Have > 0;
  }
  Left = Remain;
}
double checksum(void) { return Left + sumDoubles(Area, Polygons); }
