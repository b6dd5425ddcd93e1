//===- downhill.c - A peak fitted to points, by a simplex that crawls ----===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { Unknowns = 4, Corners = Unknowns + 1, Points = 14, MostSteps = 60 };
static double Xs[Points], Ys[Points];
static double Start[Unknowns], Best[Unknowns], Value;
static int Steps, Asked;
void setup(void) {}
void prepare(unsigned Call) {
  double Numbers[Unknowns + Points];
  fillDoubles(Numbers, Unknowns + Points, Call + 1);
  double Height = 1 + 2 * Numbers[0], Centre = 0.3 + 0.4 * Numbers[1];
  double Width = 0.1 + 0.2 * Numbers[2], Floor = 0.2 * Numbers[3];
  for (int I = 0; I < Points; ++I) {
    Xs[I] = (double)I / (Points - 1);
    double T = (Xs[I] - Centre) / Width;
    Ys[I] = Height / (1 + T * T) + Floor + 0.1 * (Numbers[4 + I] - 0.5);
  }
  Start[0] = 1;
  Start[1] = 0.5;
  Start[2] = 0.3;
  Start[3] = 0;
}
/// The squares of what the peak does not explain.
static double misfit(const double *P) {
  double Sum = 0;
  ++Asked;
  for (int I = 0; I < Points; ++I) {
    double T = (Xs[I] - P[1]) / P[2];
    double Off = P[0] / (1 + T * T) + P[3] - Ys[I];
    Sum += Off * Off;
  }
  return Sum;
}
static void between(double *To, const double *Centre, const double *Worst,
                    double Factor) {
  for (int J = 0; J < Unknowns; ++J)
    To[J] = Centre[J] + Factor * (Worst[J] - Centre[J]);
}
static void replace(double *To, const double *From) {
  for (int J = 0; J < Unknowns; ++J)
    To[J] = From[J];
}
KERNEL void kernel(void) {
  double Simplex[Corners][Unknowns], Values[Corners];
  Asked = 0;
  for (int I = 0; I < Corners; ++I) {
    replace(Simplex[I], Start);
    if (I > 0)
      Simplex[I][I - 1] += 0.2;
    Values[I] = misfit(Simplex[I]);
  }
  int Low = 0;
  for (Steps = 0; Steps < MostSteps; ++Steps) {
    int High = 0, Second = 0;
    Low = 0;
    for (int I = 1; I < Corners; ++I) {
      if (Values[I] < Values[Low])
        Low = I;
      if (Values[I] > Values[High])
        High = I;
    }
    Second = Low;
    for (int I = 0; I < Corners; ++I)
      if (I != High && Values[I] > Values[Second])
        Second = I;
    if (Values[High] - Values[Low] < 1e-6 * Values[Low])
      break;
    double Centre[Unknowns] = {0}, Tried[Unknowns], Further[Unknowns];
    for (int I = 0; I < Corners; ++I)
      if (I != High)
        for (int J = 0; J < Unknowns; ++J)
          Centre[J] += Simplex[I][J] / Unknowns;
    between(Tried, Centre, Simplex[High], -1);
    double Found = misfit(Tried);
    if (Found < Values[Low]) {
      between(Further, Centre, Simplex[High], -2);
      double More = misfit(Further);
      replace(Simplex[High], More < Found ? Further : Tried);
      Values[High] = More < Found ? More : Found;
    } else if (Found < Values[Second]) {
      replace(Simplex[High], Tried);
      Values[High] = Found;
    } else {
      between(Further, Centre, Simplex[High],
              Found < Values[High] ? -0.5 : 0.5);
      double Less = misfit(Further);
      if (Less < (Found < Values[High] ? Found : Values[High])) {
        replace(Simplex[High], Further);
        Values[High] = Less;
        continue;
      }
      // All corners come closer to the best.
      for (int I = 0; I < Corners; ++I)
        if (I != Low) {
          between(Simplex[I], Simplex[Low], Simplex[I], 0.5);
          Values[I] = misfit(Simplex[I]);
        }
    }
  }
  replace(Best, Simplex[Low]);
  Value = Values[Low];
}
double checksum(void) {
  return Value + Best[0] + 2 * Best[1] + 3 * Best[2] + 4 * Best[3] + Asked;
}
