//===- time-warp.c - How alike two sounds are if time may stretch ---------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 48, Band = 10 };
static float First[N], Second[N], Cost[N + 1][N + 1], Distance;
void setup(void) {
  for (int I = 0; I <= N; ++I)
    for (int J = 0; J <= N; ++J)
      Cost[I][J] = 1e9f;
  Cost[0][0] = 0;
}
void prepare(unsigned Call) {
  fillFloats(First, N, Call + 1);
  fillFloats(Second, N, Call + 100);
  for (int I = 1; I < N; ++I) {
    First[I] = 0.8f * First[I - 1] + First[I] - 0.5f;
    Second[I] = 0.5f * Second[I] + 0.5f * First[I - 1];
  }
}
HELPER float smaller(float A, float B) { return A < B ? A : B; }
KERNEL void kernel(void) {
  for (int I = 1; I <= N; ++I) {
    int From = I > Band ? I - Band : 1, To = I + Band < N ? I + Band : N;
    for (int J = From; J <= To; ++J) {
      float Gap = First[I - 1] - Second[J - 1];
      float Before = smaller(Cost[I - 1][J], Cost[I][J - 1]);
      Cost[I][J] = Gap * Gap + smaller(Before, Cost[I - 1][J - 1]);
    }
  }
  Distance = Cost[N][N];
}
double checksum(void) { return Distance; }
