//===- multigrid.c - Potentials from charges, on grids of several widths --===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { Levels = 4, Side = 33, Space = 1500, Before = 2, After = 1 };
static struct Grid {
  int Side;
  double *Values, *Right, *Rest;
} Grids[Levels];
static double Pool[3 * Space], Left;
void setup(void) {
  double *Next = Pool;
  for (int I = 0, S = Side; I < Levels; ++I, S = S / 2 + 1) {
    Grids[I].Side = S;
    Grids[I].Values = Next;
    Grids[I].Right = Next + S * S;
    Grids[I].Rest = Next + 2 * S * S;
    Next += 3 * S * S;
  }
}
void prepare(unsigned Call) {
  struct Grid *G = &Grids[0];
  fillDoubles(G->Right, Side * Side, Call + 1);
  for (int I = 0; I < Side * Side; ++I) {
    G->Values[I] = 0;
    G->Right[I] = G->Right[I] < 0.02 ? 1 : G->Right[I] > 0.98 ? -1 : 0;
  }
}
/// Every other place as on a chess board, then the others.
static void smooth(const struct Grid *G, int Times) {
  int S = G->Side;
  for (int Half = 0; Half < 2 * Times; ++Half)
    for (int Y = 1; Y < S - 1; ++Y)
      for (int X = 1 + (Y + Half) % 2; X < S - 1; X += 2) {
        double *At = &G->Values[Y * S + X];
        *At = (At[-1] + At[1] + At[-S] + At[S] + G->Right[Y * S + X]) * 0.25;
      }
}
static void findRest(const struct Grid *G) {
  int S = G->Side;
  for (int Y = 1; Y < S - 1; ++Y)
    for (int X = 1; X < S - 1; ++X) {
      const double *At = &G->Values[Y * S + X];
      G->Rest[Y * S + X] =
          G->Right[Y * S + X] - 4 * At[0] + At[-1] + At[1] + At[-S] + At[S];
    }
}
static void restrictTo(const struct Grid *Wide, const struct Grid *Fine) {
  int S = Fine->Side, W = Wide->Side;
  for (int I = 0; I < W * W; ++I)
    Wide->Values[I] = 0;
  for (int Y = 1; Y < W - 1; ++Y)
    for (int X = 1; X < W - 1; ++X) {
      const double *At = &Fine->Rest[2 * Y * S + 2 * X];
      double Edges = At[-1] + At[1] + At[-S] + At[S];
      double Corners = At[-S - 1] + At[-S + 1] + At[S - 1] + At[S + 1];
      // Four times the mean, since the cells are four times as large.
      Wide->Right[Y * W + X] = At[0] + 0.5 * Edges + 0.25 * Corners;
    }
}
static void correct(const struct Grid *Fine, const struct Grid *Wide) {
  int S = Fine->Side, W = Wide->Side;
  for (int Y = 0; Y < W - 1; ++Y)
    for (int X = 0; X < W - 1; ++X) {
      const double *From = &Wide->Values[Y * W + X];
      double *To = &Fine->Values[2 * Y * S + 2 * X];
      double A = From[0], B = From[1], C = From[W], D = From[W + 1];
      To[0] += A;
      To[1] += 0.5 * (A + B);
      To[S] += 0.5 * (A + C);
      To[S + 1] += 0.25 * (A + B + C + D);
    }
  // The edge stays zero.
  for (int I = 0; I < S; ++I)
    Fine->Values[I] = Fine->Values[I * S] = 0;
}
static void cycle(int Level) {
  const struct Grid *G = &Grids[Level];
  if (Level == Levels - 1) {
    smooth(G, 4);
    return;
  }
  smooth(G, Before);
  findRest(G);
  restrictTo(G + 1, G);
  cycle(Level + 1);
  correct(G, G + 1);
  smooth(G, After);
}
KERNEL void kernel(void) {
  const struct Grid *G = &Grids[0];
  cycle(0);
  findRest(G);
  double Sum = 0;
  for (int I = 0; I < Side * Side; ++I)
    Sum += G->Rest[I] * G->Rest[I];
  Left = Sum;
}
double checksum(void) {
  return Left + sumDoubles(Grids[0].Values, Side * Side);
}
