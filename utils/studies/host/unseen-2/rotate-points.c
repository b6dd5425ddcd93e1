//===- rotate-points.c --------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Points in three dimensions turned by quaternions of their own.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 500 };
static float P[3][N], Q[4][N];

void setup(void) {
  fillFloats(&P[0][0], 3 * N, 1);
  fillFloats(&Q[0][0], 4 * N, 2);
}

void prepare(unsigned Call) { fillFloats(&P[0][0], 3 * N, Call + 1); }

KERNEL void kernel(void) {
  for (int I = 0; I < N; ++I) {
    float X = Q[0][I], Y = Q[1][I], Z = Q[2][I], W = Q[3][I];
    float A = P[0][I], B = P[1][I], C = P[2][I];
    float U = 2 * (Y * C - Z * B), V = 2 * (Z * A - X * C);
    float T = 2 * (X * B - Y * A);
    P[0][I] = A + W * U + Y * T - Z * V;
    P[1][I] = B + W * V + Z * U - X * T;
    P[2][I] = C + W * T + X * V - Y * U;
  }
}

double checksum(void) { return sumFloats(&P[0][0], 3 * N); }
