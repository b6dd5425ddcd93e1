//===- spiking-neurons.c - Nerve cells that fire and excite each other ---===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 64, Inhibiting = 12, Times = 24 };
static float Voltage[N], Recovery[N], A[N], B[N], C[N], D[N];
static float Synapses[N][N], Noise[Times][N], Current[N];
static unsigned char Fired[Times][N];
static unsigned Counts[Times];
void setup(void) {
  float Numbers[N];
  fillFloats(Numbers, N, 91);
  fillFloats(&Synapses[0][0], N * N, 92);
  for (int I = 0; I < N; ++I) {
    float R = Numbers[I];
    int Inhibits = I < Inhibiting;
    A[I] = Inhibits ? 0.02f + 0.08f * R : 0.02f;
    B[I] = Inhibits ? 0.25f - 0.05f * R : 0.2f;
    C[I] = Inhibits ? -65 : -65 + 15 * R * R;
    D[I] = Inhibits ? 2 : 8 - 6 * R * R;
    for (int J = 0; J < N; ++J)
      Synapses[I][J] *= Inhibits ? -8.0f : 5.0f;
  }
}
void prepare(unsigned Call) {
  float Numbers[N];
  fillFloats(&Noise[0][0], Times * N, Call + 1);
  fillFloats(Numbers, N, Call + 1001);
  for (int I = 0; I < N; ++I) {
    Voltage[I] = -65 + 25 * Numbers[I];
    Recovery[I] = B[I] * Voltage[I];
  }
}
KERNEL void kernel(void) {
  for (int T = 0; T < Times; ++T) {
    for (int I = 0; I < N; ++I)
      Current[I] = 14 * Noise[T][I] - 2;
    unsigned Count = 0;
    for (int I = 0; I < N; ++I)
      if (Voltage[I] >= 30) {
        Fired[T][Count++] = (unsigned char)I;
        Voltage[I] = C[I];
        Recovery[I] += D[I];
      }
    Counts[T] = Count;
    for (unsigned K = 0; K < Count; ++K) {
      const float *Weights = Synapses[Fired[T][K]];
      for (int I = 0; I < N; ++I)
        Current[I] += Weights[I];
    }
    for (int I = 0; I < N; ++I) {
      float V = Voltage[I], U = Recovery[I];
      V += 0.5f * ((0.04f * V + 5) * V + 140 - U + Current[I]);
      V += 0.5f * ((0.04f * V + 5) * V + 140 - U + Current[I]);
      Recovery[I] = U + A[I] * (B[I] * V - U);
      Voltage[I] = V < 1000 ? V : 1000;
    }
  }
}
double checksum(void) {
  double S = 0;
  for (int T = 0; T < Times; ++T) {
    S += 100.0 * Counts[T] * (1 + T % 3);
    for (unsigned K = 0; K < Counts[T]; ++K)
      S += Fired[T][K];
  }
  return S + 1e-2 * sumFloats(Recovery, N);
}
