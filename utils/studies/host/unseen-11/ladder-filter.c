//===- ladder-filter.c - Two saws through a filter that saturates ---------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 56, Stages = 4, Finer = 2 };
static float Sound[N], Sweep[N];
static struct Voice {
  float Phase, Pitch, Detune, Stage[Stages], Envelope;
} Voice;
void setup(void) {}
void prepare(unsigned Call) {
  float Numbers[4];
  fillFloats(Numbers, 4, Call + 1);
  fillFloats(Sweep, N, Call + 1001);
  for (int I = 0; I < N; ++I)
    Sweep[I] = 0.2f + 0.4f * (float)I / N + 0.05f * Sweep[I];
  Voice = (struct Voice){Numbers[0],
                         0.01f + 0.04f * Numbers[1],
                         1.002f + 0.01f * Numbers[2],
                         {0, 0, 0, 0},
                         0};
}
/// Nearly a hyperbolic tangent.
HELPER float bend(float X) {
  if (X > 3)
    return 1;
  if (X < -3)
    return -1;
  float Square = X * X;
  return X * (27 + Square) / (27 + 9 * Square);
}
/// A saw whose jump is rounded off.
HELPER float saw(float Phase, float Step) {
  float Value = 2 * Phase - 1;
  if (Phase < Step) {
    float T = Phase / Step;
    Value -= T + T - T * T - 1;
  } else if (Phase > 1 - Step) {
    float T = (Phase - 1) / Step;
    Value -= T * T + T + T + 1;
  }
  return Value;
}
KERNEL void kernel(void) {
  const float Resonance = 3.2f, Attack = 0.05f;
  struct Voice V = Voice;
  float Second = 0.5f;
  for (int I = 0; I < N; ++I) {
    float Step = V.Pitch, Other = V.Pitch * V.Detune;
    float Input = saw(V.Phase, Step) + saw(Second, Other);
    V.Phase += Step;
    if (V.Phase >= 1)
      V.Phase -= 1;
    Second += Other;
    if (Second >= 1)
      Second -= 1;
    V.Envelope += Attack * (1 - V.Envelope);
    float Cutoff = Sweep[I] * V.Envelope;
    for (int J = 0; J < Finer; ++J) {
      float Last = bend(0.7f * Input - Resonance * V.Stage[Stages - 1]);
      for (int K = 0; K < Stages; ++K) {
        V.Stage[K] += Cutoff * (Last - bend(V.Stage[K]));
        Last = bend(V.Stage[K]);
      }
    }
    Sound[I] = V.Stage[Stages - 1] * V.Envelope;
  }
  Voice.Envelope = V.Envelope;
}
double checksum(void) {
  double S = Voice.Envelope;
  for (int I = 0; I < N; ++I)
    S += Sound[I] * (1 + I % 3);
  return S;
}
