//===- convolution.c ------------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Convolution of an image with three by three weights.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 256, K = 3 };
static float Image[N][N], Weights[K][K], Result[N][N];

void setup(void) {
  fillFloats(&Image[0][0], N * N, 1);
  fillFloats(&Weights[0][0], K * K, 2);
}

void prepare(unsigned Call) { (void)Call; }

KERNEL void kernel(void) {
  for (int I = 0; I < N - K + 1; ++I)
    for (int J = 0; J < N - K + 1; ++J) {
      float Sum = 0;
      for (int Y = 0; Y < K; ++Y)
        for (int X = 0; X < K; ++X)
          Sum += Weights[Y][X] * Image[I + Y][J + X];
      Result[I][J] = Sum;
    }
}

double checksum(void) { return sumFloats(&Result[0][0], N * N); }
