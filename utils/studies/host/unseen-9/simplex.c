//===- simplex.c - The best of what limits allow, by pivots ---------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { Limits = 14, Goods = 24, Columns = Goods + Limits + 1, MostPivots = 20 };
/// The last row is what is to be gained, the last column what there is.
static double Table[Limits + 1][Columns], Limit[Limits + 1][Goods + 1];
static int Basis[Limits], Pivots;
void setup(void) {}
void prepare(unsigned Call) {
  fillDoubles(&Limit[0][0], (Limits + 1) * (Goods + 1), Call + 1);
}
static void start(void) {
  for (int I = 0; I <= Limits; ++I) {
    double *Row = Table[I];
    double Sign = I == Limits ? -1 : 1;
    for (int J = 0; J < Goods; ++J)
      Row[J] = Sign * Limit[I][J];
    for (int J = 0; J < Limits; ++J)
      Row[Goods + J] = I == J;
    Row[Columns - 1] = I == Limits ? 0 : 5 + Limit[I][Goods];
  }
  for (int I = 0; I < Limits; ++I)
    Basis[I] = Goods + I;
}
static int entering(void) {
  int Best = -1;
  double Most = -1e-9;
  for (int J = 0; J + 1 < Columns; ++J)
    if (Table[Limits][J] < Most) {
      Most = Table[Limits][J];
      Best = J;
    }
  return Best;
}
static int leaving(int Column) {
  int Best = -1;
  double Least = 1e30;
  for (int I = 0; I < Limits; ++I)
    if (Table[I][Column] > 1e-9) {
      double Ratio = Table[I][Columns - 1] / Table[I][Column];
      if (Ratio < Least) {
        Least = Ratio;
        Best = I;
      }
    }
  return Best;
}
static void pivot(int Row, int Column) {
  double *P = Table[Row], Scale = 1 / P[Column];
  for (int J = 0; J < Columns; ++J)
    P[J] *= Scale;
  for (int I = 0; I <= Limits; ++I) {
    double Times = Table[I][Column];
    if (I == Row || Times == 0)
      continue;
    for (int J = 0; J < Columns; ++J)
      Table[I][J] -= Times * P[J];
  }
  Basis[Row] = Column;
}
KERNEL void kernel(void) {
  start();
  int Number = 0;
  for (; Number < MostPivots; ++Number) {
    int Column = entering();
    if (Column < 0)
      break;
    int Row = leaving(Column);
    if (Row < 0)
      break;
    pivot(Row, Column);
  }
  Pivots = Number;
}
double checksum(void) {
  double S = Pivots + 100 * Table[Limits][Columns - 1];
  for (int I = 0; I < Limits; ++I)
    S += 1e-3 * I * Basis[I];
  return S;
}
