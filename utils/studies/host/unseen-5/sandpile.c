//===- sandpile.c - Piles of sand that topple ----------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 24, W = N + 2 };
static int Sand[W][W];
void setup(void) {}
void prepare(unsigned Call) {
  unsigned long long S = Call + 1;
  for (int I = 0; I < W; ++I)
    for (int J = 0; J < W; ++J)
      Sand[I][J] = (int)(nextRandom(&S) % 5);
}
KERNEL void kernel(void) {
  int Toppled = 1;
  for (int Round = 0; Round < 12 && Toppled; ++Round) {
    Toppled = 0;
    for (int I = 1; I <= N; ++I)
      for (int J = 1; J <= N; ++J)
        if (Sand[I][J] >= 4) {
          Sand[I][J] -= 4;
          ++Sand[I - 1][J];
          ++Sand[I + 1][J];
          ++Sand[I][J - 1];
          ++Sand[I][J + 1];
          Toppled = 1;
        }
  }
}
double checksum(void) {
  double S = 0;
  for (int I = 0; I < W; ++I)
    for (int J = 0; J < W; ++J)
      S += Sand[I][J] * (I + J);
  return S;
}
