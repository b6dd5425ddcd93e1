//===- conjugate-gradient.c - Heat at rest on a plate, by conjugates ------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { Size = 16, Row = Size + 2, Steps = 12 };
static double Source[Row * Row], X[Row * Row], R[Row * Row], P[Row * Row];
static double Q[Row * Row];
void setup(void) {}
void prepare(unsigned Call) { fillDoubles(Source, Row * Row, Call + 1); }
static double product(const double *A, const double *B) {
  double Sum = 0;
  for (int Y = 1; Y <= Size; ++Y)
    for (int I = Y * Row + 1; I <= Y * Row + Size; ++I)
      Sum += A[I] * B[I];
  return Sum;
}
KERNEL void kernel(void) {
  for (int Y = 1; Y <= Size; ++Y)
    for (int I = Y * Row + 1; I <= Y * Row + Size; ++I) {
      X[I] = 0;
      R[I] = P[I] = Source[I];
    }
  double Old = product(R, R);
  for (int Step = 0; Step < Steps; ++Step) {
    for (int Y = 1; Y <= Size; ++Y)
      for (int I = Y * Row + 1; I <= Y * Row + Size; ++I)
        Q[I] = 4 * P[I] - P[I - 1] - P[I + 1] - P[I - Row] - P[I + Row];
    double Alpha = Old / product(P, Q);
    for (int I = 0; I < Row * Row; ++I) {
      X[I] += Alpha * P[I];
      R[I] -= Alpha * Q[I];
    }
    double New = product(R, R), Beta = New / Old;
    for (int I = 0; I < Row * Row; ++I)
      P[I] = R[I] + Beta * P[I];
    Old = New;
  }
}
double checksum(void) { return sumDoubles(X, Row * Row); }
