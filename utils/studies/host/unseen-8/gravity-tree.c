//===- gravity-tree.c - Forces of bodies, far ones together ---------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 30, MostNodes = 700, MostDepth = 24 };
static struct Node {
  double X, Y, Mass;
  short Child[4];
} Nodes[MostNodes];
static double X[N], Y[N], Mass[N], ForceX[N], ForceY[N];
static int Used;
void setup(void) {}
void prepare(unsigned Call) {
  fillDoubles(X, N, Call + 1);
  fillDoubles(Y, N, Call + 100);
  fillDoubles(Mass, N, Call + 200);
  for (int I = 0; I < N; ++I)
    Y[I] *= X[I];
}
static short leaf(double AtX, double AtY, double M) {
  struct Node *New = &Nodes[Used];
  New->X = AtX;
  New->Y = AtY;
  New->Mass = M;
  for (int I = 0; I < 4; ++I)
    New->Child[I] = -1;
  return (short)Used++;
}
/// Inner nodes have a child, at least.
HELPER int isLeaf(const struct Node *At) {
  return (At->Child[0] & At->Child[1] & At->Child[2] & At->Child[3]) < 0;
}
HELPER int quarter(double *Left, double *Low, double Half, double AtX,
                   double AtY) {
  int Q = 0;
  if (AtX >= *Left + Half) {
    *Left += Half;
    Q = 1;
  }
  if (AtY >= *Low + Half) {
    *Low += Half;
    Q += 2;
  }
  return Q;
}
static void insert(double AtX, double AtY, double M) {
  double Left = 0, Low = 0, Half = 0.5;
  int At = 0;
  for (int Depth = 0; Depth < MostDepth; ++Depth) {
    struct Node *Here = &Nodes[At];
    if (isLeaf(Here)) {
      double OldLeft = Left, OldLow = Low;
      int Q = quarter(&OldLeft, &OldLow, Half, Here->X, Here->Y);
      Here->Child[Q] = leaf(Here->X, Here->Y, Here->Mass);
    }
    double Sum = Here->Mass + M, Share = M / Sum;
    Here->X += (AtX - Here->X) * Share;
    Here->Y += (AtY - Here->Y) * Share;
    Here->Mass = Sum;
    int Q = quarter(&Left, &Low, Half, AtX, AtY);
    Half /= 2;
    if (Here->Child[Q] < 0) {
      Here->Child[Q] = leaf(AtX, AtY, M);
      return;
    }
    At = Here->Child[Q];
  }
}
static void pull(int Body, int At, double Size) {
  const struct Node *Here = &Nodes[At];
  double DX = Here->X - X[Body], DY = Here->Y - Y[Body];
  double Square = DX * DX + DY * DY + 1e-4;
  if (Size * Size < 0.5 * Square || isLeaf(Here)) {
    double Pull = Here->Mass / (Square * __builtin_sqrt(Square));
    ForceX[Body] += Pull * DX;
    ForceY[Body] += Pull * DY;
    return;
  }
  for (int I = 0; I < 4; ++I)
    if (Here->Child[I] >= 0)
      pull(Body, Here->Child[I], Size / 2);
}
KERNEL void kernel(void) {
  Used = 0;
  leaf(X[0], Y[0], Mass[0]);
  for (int I = 1; I < N; ++I)
    insert(X[I], Y[I], Mass[I]);
  for (int I = 0; I < N; ++I) {
    ForceX[I] = ForceY[I] = 0;
    pull(I, 0, 1);
  }
}
double checksum(void) { return sumDoubles(ForceX, N) + sumDoubles(ForceY, N); }
