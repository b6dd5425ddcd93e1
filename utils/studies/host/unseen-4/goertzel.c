//===- goertzel.c - The power of eight tones in a signal ----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 240, Tones = 8 };
static double Signal[N], Turn[Tones], Power[Tones];
void setup(void) {
  fillDoubles(Signal, N, 1);
  fillDoubles(Turn, Tones, 2);
}
void prepare(unsigned Call) { (void)Call; }
KERNEL void kernel(void) {
  for (int T = 0; T < Tones; ++T) {
    double C = 2 * Turn[T], A = 0, B = 0;
    for (int I = 0; I < N; ++I) {
      double Next = Signal[I] + C * A - B;
      B = A;
      A = Next;
    }
    Power[T] = A * A + B * B - C * A * B;
  }
}
double checksum(void) { return sumDoubles(Power, Tones); }
