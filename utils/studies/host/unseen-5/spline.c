//===- spline.c - Curves through control points --------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 60, Steps = 16 };
static float X[N + 3], Y[N + 3], Path[N * Steps][2];
void setup(void) {
  fillFloats(X, N + 3, 1);
  fillFloats(Y, N + 3, 2);
}
void prepare(unsigned Call) { (void)Call; }
HELPER float between(const float *P, float T) {
  return 0.5f * (2 * P[1] + T * (P[2] - P[0] +
                                 T * (2 * P[0] - 5 * P[1] + 4 * P[2] - P[3] +
                                      T * (3 * (P[1] - P[2]) + P[3] - P[0]))));
}
KERNEL void kernel(void) {
  for (int I = 0; I < N; ++I)
    for (int S = 0; S < Steps; ++S) {
      float T = (float)S / Steps;
      Path[I * Steps + S][0] = between(X + I, T);
      Path[I * Steps + S][1] = between(Y + I, T);
    }
}
double checksum(void) { return sumFloats(&Path[0][0], 2 * N * Steps); }
