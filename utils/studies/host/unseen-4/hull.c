//===- hull.c - The convex hull of points in order ----------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 400 };
static int X[N], Y[N], Hull[N];
static unsigned Random[N];
static int Size;
void setup(void) {}
void prepare(unsigned Call) {
  fillWords(Random, N, Call + 1);
  for (int I = 0; I < N; ++I) {
    X[I] = I * 8 + (int)(Random[I] & 7);
    Y[I] = (int)(Random[I] >> 8 & 0xFFF);
  }
}
KERNEL void kernel(void) {
  int Top = 0;
  for (int I = 0; I < N; ++I) {
    while (Top >= 2) {
      int A = Hull[Top - 2], B = Hull[Top - 1];
      if ((X[B] - X[A]) * (Y[I] - Y[A]) - (Y[B] - Y[A]) * (X[I] - X[A]) > 0)
        break;
      --Top;
    }
    Hull[Top++] = I;
  }
  Size = Top;
}
double checksum(void) { return Size; }
