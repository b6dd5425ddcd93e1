//===- levinson.c - Sound foretold from what came before it ---------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 180, Order = 12, Frames = 2 };
static double Sound[Frames][N], Reflection[Frames][Order], Rest[Frames][N];
static double Energy[Frames];
void setup(void) {}
void prepare(unsigned Call) {
  fillDoubles(&Sound[0][0], Frames * N, Call + 1);
  for (int I = 0; I < Frames; ++I)
    for (int J = 0; J < N; ++J) {
      double *S = &Sound[I][J];
      *S -= 0.5;
      if (J >= 2)
        *S += 1.6 * S[-1] - 0.81 * S[-2];
    }
}
static void correlate(const double *Of, double *To) {
  for (int Lag = 0; Lag <= Order; ++Lag) {
    double Sum = 0;
    for (int I = Lag; I < N; ++I)
      Sum += Of[I] * Of[I - Lag];
    To[Lag] = Sum;
  }
}
static double solve(const double *R, double *Turn) {
  double A[Order + 1], Error = R[0];
  A[0] = 1;
  for (int I = 1; I <= Order; ++I) {
    double Sum = 0;
    for (int J = 0; J < I; ++J)
      Sum += A[J] * R[I - J];
    double K = -Sum / Error;
    A[I] = 0;
    for (int J = 0; J <= I / 2; ++J) {
      double Near = A[J], Far = A[I - J];
      A[J] = Near + K * Far;
      A[I - J] = Far + K * Near;
    }
    Error *= 1 - K * K;
    Turn[I - 1] = K;
  }
  return Error;
}
/// What is left, by a lattice of the reflections.
static void whiten(const double *In, const double *Turn, double *Out) {
  double Late[Order] = {0};
  for (int I = 0; I < N; ++I) {
    double Forward = In[I], Backward = In[I];
    for (int J = 0; J < Order; ++J) {
      double Old = Late[J];
      Late[J] = Backward;
      Backward = Old + Turn[J] * Forward;
      Forward += Turn[J] * Old;
    }
    Out[I] = Forward;
  }
}
KERNEL void kernel(void) {
  double Correlation[Order + 1];
  for (int I = 0; I < Frames; ++I) {
    correlate(Sound[I], Correlation);
    Energy[I] = solve(Correlation, Reflection[I]);
    whiten(Sound[I], Reflection[I], Rest[I]);
  }
}
double checksum(void) {
  return sumDoubles(&Reflection[0][0], Frames * Order) +
         sumDoubles(Energy, Frames) + sumDoubles(&Rest[0][0], Frames * N);
}
