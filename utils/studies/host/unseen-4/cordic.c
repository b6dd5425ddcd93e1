//===- cordic.c - Sines by rotations of shifted numbers -----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 120, Steps = 14 };
static const int Angles[Steps] = {12868, 7596, 4014, 2037, 1023, 512, 256,
                                  128,   64,   32,   16,   8,    4,   2};
static unsigned Random[N];
static int Sines[N];
void setup(void) {}
void prepare(unsigned Call) { fillWords(Random, N, Call + 1); }
KERNEL void kernel(void) {
  for (int I = 0; I < N; ++I) {
    int X = 9949, Y = 0, Z = (int)(Random[I] % 25736);
    for (int S = 0; S < Steps; ++S) {
      int U = X >> S, V = Y >> S;
      if (Z >= 0) {
        X -= V;
        Y += U;
        Z -= Angles[S];
      } else {
        X += V;
        Y -= U;
        Z += Angles[S];
      }
    }
    Sines[I] = Y;
  }
}
double checksum(void) { return Sines[0] + (double)Sines[N - 1]; }
