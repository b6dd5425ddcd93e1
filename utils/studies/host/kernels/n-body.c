//===- n-body.c -----------------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Gravitation between bodies.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 64, Steps = 16 };
static double X[N], Y[N], Z[N], Vx[N], Vy[N], Vz[N], Mass[N];

void setup(void) {
  fillDoubles(X, N, 1);
  fillDoubles(Y, N, 2);
  fillDoubles(Z, N, 3);
  fillDoubles(Mass, N, 4);
}

void prepare(unsigned Call) { (void)Call; }

KERNEL void kernel(void) {
  for (int T = 0; T < Steps; ++T) {
    for (int I = 0; I < N; ++I)
      for (int J = 0; J < N; ++J) {
        double Dx = X[J] - X[I], Dy = Y[J] - Y[I], Dz = Z[J] - Z[I];
        double Square = Dx * Dx + Dy * Dy + Dz * Dz + 0.01;
        double Force = Mass[J] / (Square * __builtin_sqrt(Square));
        Vx[I] += 1e-5 * Force * Dx;
        Vy[I] += 1e-5 * Force * Dy;
        Vz[I] += 1e-5 * Force * Dz;
      }
    for (int I = 0; I < N; ++I) {
      X[I] += 1e-5 * Vx[I];
      Y[I] += 1e-5 * Vy[I];
      Z[I] += 1e-5 * Vz[I];
    }
  }
}

double checksum(void) { return sumDoubles(X, N) + sumDoubles(Vx, N); }
