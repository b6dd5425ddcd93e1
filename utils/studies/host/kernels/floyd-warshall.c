//===- floyd-warshall.c ---------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shortest paths between all vertices.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 80 };
static int Path[N][N];

void setup(void) {}

void prepare(unsigned Call) {
  unsigned long long State = Call + 1;
  for (int I = 0; I < N * N; ++I)
    (&Path[0][0])[I] = 1 + (int)(nextRandom(&State) % 10000);
}

KERNEL void kernel(void) {
  for (int K = 0; K < N; ++K)
    for (int I = 0; I < N; ++I)
      for (int J = 0; J < N; ++J)
        if (Path[I][K] + Path[K][J] < Path[I][J])
          Path[I][J] = Path[I][K] + Path[K][J];
}

double checksum(void) {
  double Sum = 0;
  for (int I = 0; I < N * N; ++I)
    Sum += (&Path[0][0])[I];
  return Sum;
}
