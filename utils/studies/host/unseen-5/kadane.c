//===- kadane.c - The rectangle of the greatest sum ----------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 24 };
static int Grid[N][N];
static int Best;
void setup(void) {}
void prepare(unsigned Call) {
  unsigned long long S = Call + 1;
  for (int I = 0; I < N; ++I)
    for (int J = 0; J < N; ++J)
      Grid[I][J] = (int)(nextRandom(&S) % 41) - 20;
}
KERNEL void kernel(void) {
  int Most = 0;
  for (int Top = 0; Top < N; ++Top) {
    int Sums[N] = {0};
    for (int Bottom = Top; Bottom < N; ++Bottom) {
      for (int J = 0; J < N; ++J)
        Sums[J] += Grid[Bottom][J];
      int Here = 0;
      for (int J = 0; J < N; ++J) {
        Here += Sums[J];
        Here = Here < 0 ? 0 : Here;
        Most = Here > Most ? Here : Most;
      }
    }
  }
  Best = Most;
}
double checksum(void) { return Best; }
