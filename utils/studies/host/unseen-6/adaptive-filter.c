//===- adaptive-filter.c - A filter that learns its weights ---------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { Taps = 24, N = 80 };
static float In[N + Taps], Wanted[N], Weights[Taps], Error[N];
void setup(void) {
  fillFloats(In, N + Taps, 1);
  fillFloats(Wanted, N, 2);
}
void prepare(unsigned Call) { fillFloats(Weights, Taps, Call + 3); }
KERNEL void kernel(void) {
  for (int I = 0; I < N; ++I) {
    float Sum = 0;
    for (int J = 0; J < Taps; ++J)
      Sum += Weights[J] * In[I + J];
    Error[I] = Wanted[I] - Sum;
    float By = 0.02f * Error[I];
    for (int J = 0; J < Taps; ++J)
      Weights[J] += By * In[I + J];
  }
}
double checksum(void) { return sumFloats(Error, N) + sumFloats(Weights, Taps); }
