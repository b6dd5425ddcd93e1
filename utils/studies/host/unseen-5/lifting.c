//===- lifting.c - A wavelet of integers, forth and back -----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 1024, Levels = 5 };
static int Signal[N], Half[N];
void setup(void) {}
void prepare(unsigned Call) {
  unsigned long long S = Call + 1;
  for (int I = 0; I < N; ++I)
    Signal[I] = (int)(nextRandom(&S) % 256);
}
KERNEL void kernel(void) {
  for (int Length = N; Length > N >> Levels; Length /= 2) {
    int M = Length / 2;
    for (int I = 0; I < M; ++I) {
      int Next = I + 1 < M ? Signal[2 * I + 2] : Signal[2 * I];
      Half[M + I] = Signal[2 * I + 1] - ((Signal[2 * I] + Next) >> 1);
    }
    for (int I = 0; I < M; ++I) {
      int Before = I ? Half[M + I - 1] : Half[M];
      Half[I] = Signal[2 * I] + ((Before + Half[M + I] + 2) >> 2);
    }
    for (int I = 0; I < Length; ++I)
      Signal[I] = Half[I];
  }
}
double checksum(void) {
  double S = 0;
  for (int I = 0; I < N; ++I)
    S += Signal[I] * (I % 7);
  return S;
}
