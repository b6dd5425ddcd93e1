//===- fdtd-2d.c ----------------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finite differences in the time domain.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 110, Steps = 6 };
static double Ex[N][N], Ey[N][N], Hz[N][N];

void setup(void) {
  fillDoubles(&Ex[0][0], N * N, 1);
  fillDoubles(&Ey[0][0], N * N, 2);
  fillDoubles(&Hz[0][0], N * N, 3);
}

void prepare(unsigned Call) { (void)Call; }

KERNEL void kernel(void) {
  for (int T = 0; T < Steps; ++T) {
    for (int J = 0; J < N; ++J)
      Ey[0][J] = T;
    for (int I = 1; I < N; ++I)
      for (int J = 0; J < N; ++J)
        Ey[I][J] -= 0.5 * (Hz[I][J] - Hz[I - 1][J]);
    for (int I = 0; I < N; ++I)
      for (int J = 1; J < N; ++J)
        Ex[I][J] -= 0.5 * (Hz[I][J] - Hz[I][J - 1]);
    for (int I = 0; I < N - 1; ++I)
      for (int J = 0; J < N - 1; ++J)
        Hz[I][J] -= 0.7 * (Ex[I][J + 1] - Ex[I][J] + Ey[I + 1][J] - Ey[I][J]);
  }
}

double checksum(void) { return sumDoubles(&Hz[0][0], N * N); }
