//===- correlation.h - The versions of the Gus paper's Table 2 --*- C -*---===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The hot loop nest of a correlation matrix, section 3.3 of the paper. ROWS by
// COLUMNS sums are computed side by side (register tiling); HOISTED keeps them
// in registers over the loop of K; BLOCK rows of the data are used again from
// L1 before the next ones (tiling). ROWS 0 is the loop as one writes it.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 192 };
typedef double Vector __attribute__((vector_size(32)));
static double Data[N][N] __attribute__((aligned(64)));
static double Correlation[N][N] __attribute__((aligned(64)));

void setup(void) { fillDoubles(&Data[0][0], (size_t)N * N, 1); }

void prepare(unsigned Call) { (void)Call; }

#if ROWS == 0
KERNEL void kernel(void) {
  for (int I = 0; I < N; ++I)
    for (int J = I; J < N; ++J) {
      Correlation[I][J] = 0;
      for (int K = 0; K < N; ++K)
        Correlation[I][J] += Data[K][I] * Data[K][J];
    }
}
#else
enum { Width = 4, Vectors = COLUMNS / Width };

/// Sums of a tile over the rows from First on.
HELPER void tile(int I, int J, int First) {
  Vector Sum[ROWS][Vectors];
  for (int R = 0; R < ROWS; ++R)
    for (int V = 0; V < Vectors; ++V)
      Sum[R][V] = *(Vector *)&Correlation[I + R][J + V * Width];
  for (int K = First; K < First + BLOCK; ++K) {
    Vector Row[Vectors];
    for (int V = 0; V < Vectors; ++V)
      Row[V] = *(const Vector *)&Data[K][J + V * Width];
    for (int R = 0; R < ROWS; ++R)
      for (int V = 0; V < Vectors; ++V) {
#if HOISTED
        Sum[R][V] += Data[K][I + R] * Row[V];
#else
        Vector *To = (Vector *)&Correlation[I + R][J + V * Width];
        *To += Data[K][I + R] * Row[V];
        __asm__ volatile("" : "+m"(*To));
#endif
      }
  }
#if HOISTED
  for (int R = 0; R < ROWS; ++R)
    for (int V = 0; V < Vectors; ++V)
      *(Vector *)&Correlation[I + R][J + V * Width] = Sum[R][V];
#endif
}

KERNEL void kernel(void) {
  for (int I = 0; I < N; ++I)
    for (int J = I; J < N; ++J)
      Correlation[I][J] = 0;
  for (int First = 0; First < N; First += BLOCK)
    for (int J = 0; J < N; J += COLUMNS)
      for (int I = 0; I < J + COLUMNS && I < N; I += ROWS)
        tile(I, J, First);
}
#endif

double checksum(void) {
  double Sum = 0;
  for (int I = 0; I < N; ++I)
    Sum += sumDoubles(&Correlation[I][I], N - I);
  return Sum;
}
