//===- bitonic.c - Numbers sorted by a bitonic network -------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 256 };
static float Values[N];
void setup(void) {}
void prepare(unsigned Call) { fillFloats(Values, N, Call + 1); }
KERNEL void kernel(void) {
  for (int Block = 2; Block <= N; Block *= 2)
    for (int Apart = Block / 2; Apart > 0; Apart /= 2)
      for (int I = 0; I < N; I += 2 * Apart)
        for (int J = I; J < I + Apart; ++J) {
          float A = Values[J], B = Values[J + Apart];
          float Least = A < B ? A : B, Most = A < B ? B : A;
          int Up = (J & Block) == 0;
          Values[J] = Up ? Least : Most;
          Values[J + Apart] = Up ? Most : Least;
        }
}
double checksum(void) { return Values[0] + 2 * Values[N / 2]; }
