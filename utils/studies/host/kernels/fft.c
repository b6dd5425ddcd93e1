//===- fft.c --------------------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Fast Fourier transform with a table of twiddle factors.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { LogN = 12, N = 1 << LogN };
static double Re[N], Im[N], Cosine[N / 2], Sine[N / 2];

void setup(void) {
  // A rotation by 2 pi / N, repeated.
  double C = 0.99999882345170190992902571017153, S = 0.0015339801862847655;
  Cosine[0] = 1;
  for (int I = 1; I < N / 2; ++I) {
    Cosine[I] = Cosine[I - 1] * C - Sine[I - 1] * S;
    Sine[I] = Cosine[I - 1] * S + Sine[I - 1] * C;
  }
}

void prepare(unsigned Call) {
  (void)Call;
  fillDoubles(Re, N, 1);
  fillDoubles(Im, N, 2);
}

KERNEL void kernel(void) {
  for (int Half = N / 2, Step = 1; Half >= 1; Half /= 2, Step *= 2)
    for (int Start = 0; Start < N; Start += 2 * Half)
      for (int I = 0; I < Half; ++I) {
        int A = Start + I, B = A + Half;
        double Dr = Re[A] - Re[B], Di = Im[A] - Im[B];
        double C = Cosine[I * Step], S = Sine[I * Step];
        Re[A] += Re[B];
        Im[A] += Im[B];
        Re[B] = Dr * C - Di * S;
        Im[B] = Dr * S + Di * C;
      }
}

double checksum(void) { return sumDoubles(Re, N) + sumDoubles(Im, N); }
