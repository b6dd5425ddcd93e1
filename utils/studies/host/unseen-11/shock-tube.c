//===- shock-tube.c - A gas behind a wall that is taken away --------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 80, Steps = 3 };
static const double Gamma = 1.4, Courant = 0.4;
/// Density, momentum and energy of each cell.
static double Mass[N + 2], Momentum[N + 2], Energy[N + 2];
static double Flows[N + 1][3];
static double Time;
void setup(void) {}
void prepare(unsigned Call) {
  double Noise[N];
  fillDoubles(Noise, N, Call + 1);
  for (int I = 1; I <= N; ++I) {
    int Left = I < N / 2 + (int)(Call % 9);
    double Pressure = (Left ? 1.0 : 0.1) * (0.9 + 0.2 * Noise[I - 1]);
    Mass[I] = Left ? 1.0 : 0.125;
    Momentum[I] = 0.05 * (Noise[I - 1] - 0.5);
    Energy[I] =
        Pressure / (Gamma - 1) + 0.5 * Momentum[I] * Momentum[I] / Mass[I];
  }
}
struct State {
  double Speed, Pressure, Sound;
};
HELPER struct State state(int I) {
  double Speed = Momentum[I] / Mass[I];
  double Pressure = (Gamma - 1) * (Energy[I] - 0.5 * Momentum[I] * Speed);
  return (struct State){Speed, Pressure,
                        __builtin_sqrt(Gamma * Pressure / Mass[I])};
}
/// What flows from one cell to the next, if two waves part between them.
static void flow(int I, double *To) {
  struct State L = state(I), R = state(I + 1);
  double A = L.Speed - L.Sound, B = R.Speed - R.Sound;
  double Slow = A < B ? A : B;
  A = L.Speed + L.Sound;
  B = R.Speed + R.Sound;
  double Fast = A > B ? A : B;
  double Left[3] = {Momentum[I], Momentum[I] * L.Speed + L.Pressure,
                    (Energy[I] + L.Pressure) * L.Speed};
  double Right[3] = {Momentum[I + 1], Momentum[I + 1] * R.Speed + R.Pressure,
                     (Energy[I + 1] + R.Pressure) * R.Speed};
  if (Slow >= 0) {
    for (int K = 0; K < 3; ++K)
      To[K] = Left[K];
    return;
  }
  if (Fast <= 0) {
    for (int K = 0; K < 3; ++K)
      To[K] = Right[K];
    return;
  }
  double Jump[3] = {Mass[I + 1] - Mass[I], Momentum[I + 1] - Momentum[I],
                    Energy[I + 1] - Energy[I]};
  double Scale = 1 / (Fast - Slow);
  for (int K = 0; K < 3; ++K)
    To[K] = (Fast * Left[K] - Slow * Right[K] + Fast * Slow * Jump[K]) * Scale;
}
static double fastest(void) {
  double Most = 0;
  for (int I = 1; I <= N; ++I) {
    struct State S = state(I);
    double Speed = (S.Speed < 0 ? -S.Speed : S.Speed) + S.Sound;
    Most = Speed > Most ? Speed : Most;
  }
  return Most;
}
KERNEL void kernel(void) {
  double Now = 0;
  for (int Step = 0; Step < Steps; ++Step) {
    Mass[0] = Mass[1];
    Momentum[0] = -Momentum[1];
    Energy[0] = Energy[1];
    Mass[N + 1] = Mass[N];
    Momentum[N + 1] = -Momentum[N];
    Energy[N + 1] = Energy[N];
    double Part = Courant / fastest();
    for (int I = 0; I <= N; ++I)
      flow(I, Flows[I]);
    for (int I = 1; I <= N; ++I) {
      Mass[I] -= Part * (Flows[I][0] - Flows[I - 1][0]);
      Momentum[I] -= Part * (Flows[I][1] - Flows[I - 1][1]);
      Energy[I] -= Part * (Flows[I][2] - Flows[I - 1][2]);
    }
    Now += Part;
  }
  Time = Now;
}
double checksum(void) {
  double S = Time;
  for (int I = 1; I <= N; ++I)
    S += Mass[I] * (1 + I % 3) + Momentum[I] + Energy[I] * (1 + I % 5);
  return S;
}
