//===- kalman.c - Where something moves, from inexact measurements --------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { Steps = 80, N = 4, Seen = 2 };
static double Measured[Steps][Seen], Track[Steps][N];
static double State[N], Doubt[N][N];
static const double Step = 0.1, Drift = 1e-3, Error = 0.04;
void setup(void) {}
void prepare(unsigned Call) {
  fillDoubles(&Measured[0][0], Steps * Seen, Call + 1);
  for (int I = 0; I < Steps; ++I) {
    Measured[I][0] = 0.2 * I + 0.4 * Measured[I][0];
    Measured[I][1] = 5 - 0.01 * I * I + 0.4 * Measured[I][1];
  }
}
HELPER void predict(void) {
  static double Move[N][N], Half[N][N];
  for (int I = 0; I < N; ++I)
    for (int J = 0; J < N; ++J)
      Move[I][J] = I == J ? 1 : J == I + Seen ? Step : 0;
  for (int I = 0; I < Seen; ++I)
    State[I] += Step * State[I + Seen];
  for (int I = 0; I < N; ++I)
    for (int J = 0; J < N; ++J) {
      double Sum = 0;
      for (int K = 0; K < N; ++K)
        Sum += Move[I][K] * Doubt[K][J];
      Half[I][J] = Sum;
    }
  for (int I = 0; I < N; ++I)
    for (int J = 0; J < N; ++J) {
      double Sum = I == J ? Drift : 0;
      for (int K = 0; K < N; ++K)
        Sum += Half[I][K] * Move[J][K];
      Doubt[I][J] = Sum;
    }
}
HELPER void correct(const double *Z) {
  double A = Doubt[0][0] + Error, B = Doubt[0][1], C = Doubt[1][0];
  double D = Doubt[1][1] + Error, Inverse = 1 / (A * D - B * C);
  double Off[Seen] = {Z[0] - State[0], Z[1] - State[1]};
  double Gain[N][Seen], Top[Seen][N];
  for (int I = 0; I < N; ++I) {
    Gain[I][0] = (Doubt[I][0] * D - Doubt[I][1] * C) * Inverse;
    Gain[I][1] = (Doubt[I][1] * A - Doubt[I][0] * B) * Inverse;
    State[I] += Gain[I][0] * Off[0] + Gain[I][1] * Off[1];
    Top[0][I] = Doubt[0][I];
    Top[1][I] = Doubt[1][I];
  }
  for (int I = 0; I < N; ++I)
    for (int J = 0; J < N; ++J)
      Doubt[I][J] -= Gain[I][0] * Top[0][J] + Gain[I][1] * Top[1][J];
}
KERNEL void kernel(void) {
  for (int I = 0; I < N; ++I) {
    State[I] = 0;
    for (int J = 0; J < N; ++J)
      Doubt[I][J] = I == J ? 10 : 0;
  }
  for (int I = 0; I < Steps; ++I) {
    predict();
    correct(Measured[I]);
    for (int J = 0; J < N; ++J)
      Track[I][J] = State[J];
  }
}
double checksum(void) { return sumDoubles(&Track[0][0], Steps * N); }
