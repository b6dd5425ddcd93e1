//===- sturm.c - The least eigenvalues of a chain, by counts of signs -----===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 18, Wanted = 3, Halvings = 14 };
static double Diagonal[N], Beside[N], Square[N], Values[Wanted];
void setup(void) {}
void prepare(unsigned Call) {
  fillDoubles(Diagonal, N, Call + 1);
  fillDoubles(Beside, N, Call + 100);
  for (int I = 0; I < N; ++I) {
    Diagonal[I] = 2 + Diagonal[I];
    Beside[I] = I ? -0.5 - Beside[I] : 0;
  }
}
/// How many eigenvalues are less.
static int below(double X) {
  double Pivot = Diagonal[0] - X;
  int Count = Pivot < 0;
  for (int I = 1; I < N; ++I) {
    if (Pivot == 0)
      Pivot = 1e-20;
    Pivot = Diagonal[I] - X - Square[I] / Pivot;
    Count += Pivot < 0;
  }
  return Count;
}
HELPER double magnitude(double X) { return X < 0 ? -X : X; }
KERNEL void kernel(void) {
  double Least = Diagonal[0], Most = Diagonal[0];
  for (int I = 0; I < N; ++I) {
    double Radius = magnitude(Beside[I]);
    if (I + 1 < N)
      Radius += magnitude(Beside[I + 1]);
    Least = Diagonal[I] - Radius < Least ? Diagonal[I] - Radius : Least;
    Most = Diagonal[I] + Radius > Most ? Diagonal[I] + Radius : Most;
    Square[I] = Beside[I] * Beside[I];
  }
  for (int I = 0; I < Wanted; ++I) {
    double Low = I ? Values[I - 1] : Least, High = Most;
    for (int J = 0; J < Halvings; ++J) {
      double Middle = (Low + High) / 2;
      if (below(Middle) > I)
        High = Middle;
      else
        Low = Middle;
    }
    Values[I] = Low;
  }
}
double checksum(void) { return sumDoubles(Values, Wanted); }
