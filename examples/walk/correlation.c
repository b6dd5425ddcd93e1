//===- correlation.c - One kernel in four versions ------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The hot loop nest of a correlation matrix, made faster step by step in
// docs/walk.md. VERSION chooses the step; the program around it is that of the
// kernels in utils/studies/host.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 192 };
static double Data[N][N], Correlation[N][N];

void setup(void) { fillDoubles(&Data[0][0], N * N, 1); }

void prepare(unsigned Call) { (void)Call; }

#if VERSION == 0
// As one writes it: a sum over the rows for each pair of columns.
KERNEL void kernel(void) {
  for (int I = 0; I < N; ++I)
    for (int J = I; J < N; ++J) {
      double Sum = 0;
      for (int K = 0; K < N; ++K)
        Sum += Data[K][I] * Data[K][J];
      Correlation[I][J] = Sum;
    }
}
#elif VERSION == 1
// Rows outside: every access is to consecutive elements.
KERNEL void kernel(void) {
  for (int I = 0; I < N; ++I) {
    for (int J = I; J < N; ++J)
      Correlation[I][J] = 0;
    for (int K = 0; K < N; ++K) {
      double Factor = Data[K][I];
      for (int J = I; J < N; ++J)
        Correlation[I][J] += Factor * Data[K][J];
    }
  }
}
#elif VERSION == 2
// Four rows at a time: a sum is loaded and stored once for four products.
KERNEL void kernel(void) {
  for (int I = 0; I < N; ++I) {
    for (int J = I; J < N; ++J)
      Correlation[I][J] = 0;
    for (int K = 0; K < N; K += 4) {
      double A = Data[K][I], B = Data[K + 1][I];
      double C = Data[K + 2][I], D = Data[K + 3][I];
      for (int J = I; J < N; ++J)
        Correlation[I][J] += A * Data[K][J] + B * Data[K + 1][J] +
                             C * Data[K + 2][J] + D * Data[K + 3][J];
    }
  }
}
#else
// Tiles of 4 by 8 sums in registers: nothing is stored before the end. (Below
// the diagonal a few sums too many are computed.)
enum { Rows = 4, Columns = 8 };
typedef double Vector __attribute__((vector_size(32), aligned(8)));

KERNEL void kernel(void) {
  for (int I = 0; I < N; I += Rows)
    for (int J = I / Columns * Columns; J < N; J += Columns) {
      Vector Sum[Rows][2] = {};
      for (int K = 0; K < N; ++K) {
        const Vector *Row = (const Vector *)&Data[K][J];
        Vector Low = Row[0], High = Row[1];
        for (int R = 0; R < Rows; ++R) {
          Sum[R][0] += Data[K][I + R] * Low;
          Sum[R][1] += Data[K][I + R] * High;
        }
      }
      for (int R = 0; R < Rows; ++R) {
        Vector *To = (Vector *)&Correlation[I + R][J];
        To[0] = Sum[R][0];
        To[1] = Sum[R][1];
      }
    }
}
#endif

double checksum(void) {
  double Sum = 0;
  for (int I = 0; I < N; ++I)
    Sum += sumDoubles(&Correlation[I][I], N - I);
  return Sum;
}
