//===- mandelbrot.c -------------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Points of the Mandelbrot set.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 64, Limit = 100 };
static int Iterations[N][N];
static double Left;

void setup(void) {}

void prepare(unsigned Call) { Left = -1.5 - 0.001 * (Call % 64); }

KERNEL void kernel(void) {
  for (int I = 0; I < N; ++I)
    for (int J = 0; J < N; ++J) {
      double Cx = Left + 2.0 * J / N, Cy = -1.0 + 2.0 * I / N;
      double X = 0, Y = 0;
      int K = 0;
      while (K < Limit && X * X + Y * Y < 4) {
        double Next = X * X - Y * Y + Cx;
        Y = 2 * X * Y + Cy;
        X = Next;
        ++K;
      }
      Iterations[I][J] = K;
    }
}

double checksum(void) {
  double Sum = 0;
  for (int I = 0; I < N * N; ++I)
    Sum += (&Iterations[0][0])[I];
  return Sum;
}
