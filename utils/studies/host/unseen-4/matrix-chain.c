//===- matrix-chain.c - The cheapest order of a product of matrices -----===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 34 };
static unsigned Sizes[N + 1], Least[N][N];
void setup(void) {}
void prepare(unsigned Call) {
  fillWords(Sizes, N + 1, Call + 1);
  for (int I = 0; I <= N; ++I)
    Sizes[I] = Sizes[I] % 90 + 10;
}
KERNEL void kernel(void) {
  for (int I = 0; I < N; ++I)
    Least[I][I] = 0;
  for (int Length = 2; Length <= N; ++Length)
    for (int I = 0; I + Length <= N; ++I) {
      int J = I + Length - 1;
      unsigned Best = ~0u;
      for (int K = I; K < J; ++K) {
        unsigned Cost = Least[I][K] + Least[K + 1][J] +
                        Sizes[I] * Sizes[K + 1] * Sizes[J + 1];
        if (Cost < Best)
          Best = Cost;
      }
      Least[I][J] = Best;
    }
}
double checksum(void) { return Least[0][N - 1]; }
