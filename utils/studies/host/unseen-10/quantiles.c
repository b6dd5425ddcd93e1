//===- quantiles.c - Quantiles of a stream that is not kept ---------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 220, Which = 2, Markers = 5 };
static double Stream[N], Estimates[Which];
static const double Shares[Which] = {0.5, 0.9};
static double Moments[3];
struct Marks {
  double Height[Markers], Wanted[Markers], Growth[Markers];
  int At[Markers];
};
void setup(void) {}
void prepare(unsigned Call) {
  fillDoubles(Stream, N, Call + 1);
  for (int I = 0; I < N; ++I)
    Stream[I] = Stream[I] / (1.1 - Stream[I]);
}
static void begin(struct Marks *M, const double *From, double Share) {
  for (int I = 0; I < Markers; ++I) {
    int J = I;
    for (; J > 0 && M->Height[J - 1] > From[I]; --J)
      M->Height[J] = M->Height[J - 1];
    M->Height[J] = From[I];
    M->At[I] = I;
  }
  M->Growth[0] = 0;
  M->Growth[1] = Share / 2;
  M->Growth[2] = Share;
  M->Growth[3] = (1 + Share) / 2;
  M->Growth[4] = 1;
  for (int I = 0; I < Markers; ++I)
    M->Wanted[I] = 4 * M->Growth[I];
}
HELPER double parabola(const struct Marks *M, int I, int Step) {
  const double *H = &M->Height[I];
  double Left = M->At[I] - M->At[I - 1], Right = M->At[I + 1] - M->At[I];
  double Up = (H[1] - H[0]) / Right, Down = (H[0] - H[-1]) / Left;
  return H[0] +
         Step / (Left + Right) * ((Left + Step) * Up + (Right - Step) * Down);
}
static void add(struct Marks *M, double X) {
  int Cell = 0;
  if (X < M->Height[0]) {
    M->Height[0] = X;
  } else if (X >= M->Height[Markers - 1]) {
    M->Height[Markers - 1] = X;
    Cell = Markers - 2;
  } else {
    while (X >= M->Height[Cell + 1])
      ++Cell;
  }
  for (int I = Cell + 1; I < Markers; ++I)
    ++M->At[I];
  for (int I = 0; I < Markers; ++I)
    M->Wanted[I] += M->Growth[I];
  for (int I = 1; I < Markers - 1; ++I) {
    double Off = M->Wanted[I] - M->At[I];
    if ((Off >= 1 && M->At[I + 1] - M->At[I] > 1) ||
        (Off <= -1 && M->At[I] - M->At[I - 1] > 1)) {
      int Step = Off < 0 ? -1 : 1;
      double New = parabola(M, I, Step);
      if (New <= M->Height[I - 1] || New >= M->Height[I + 1])
        New = M->Height[I] + Step * (M->Height[I + Step] - M->Height[I]) /
                                 (M->At[I + Step] - M->At[I]);
      M->Height[I] = New;
      M->At[I] += Step;
    }
  }
}
KERNEL void kernel(void) {
  struct Marks Marks[Which];
  double Mean = 0, Second = 0, Third = 0;
  for (int J = 0; J < Which; ++J)
    begin(&Marks[J], Stream, Shares[J]);
  for (int I = 0; I < N; ++I) {
    double Off = Stream[I] - Mean, Part = Off / (I + 1);
    double Term = Off * Part * I;
    Mean += Part;
    Third += Term * Part * (I - 1) - 3 * Part * Second;
    Second += Term;
    for (int J = 0; J < Which && I >= Markers; ++J)
      add(&Marks[J], Stream[I]);
  }
  for (int J = 0; J < Which; ++J)
    Estimates[J] = Marks[J].Height[2];
  Moments[0] = Mean;
  Moments[1] = Second;
  Moments[2] = Third;
}
double checksum(void) {
  return sumDoubles(Estimates, Which) + 1e-2 * sumDoubles(Moments, 3);
}
