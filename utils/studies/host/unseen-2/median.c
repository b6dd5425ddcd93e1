//===- median.c ---------------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The median of each 3 x 3 bytes of a picture of 60 x 60.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 60 };
static unsigned char X[N][N], Z[N][N];

void setup(void) {}

void prepare(unsigned Call) {
  fillBytes(&X[0][0], (size_t)N * N, Call + 1);
}

KERNEL void kernel(void) {
  for (int I = 1; I < N - 1; ++I)
    for (int J = 1; J < N - 1; ++J) {
      unsigned char V[9];
      int Number = 0;
      for (int K = -1; K < 2; ++K)
        for (int L = -1; L < 2; ++L) {
          unsigned char New = X[I + K][J + L];
          int At = Number++;
          for (; At > 0 && V[At - 1] > New; --At)
            V[At] = V[At - 1];
          V[At] = New;
        }
      Z[I][J] = V[4];
    }
}

double checksum(void) { return sumBytes(&Z[0][0], (size_t)N * N); }
