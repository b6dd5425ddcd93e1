//===- deltas.c - Numbers from their zigzag differences ------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 3000 };
static unsigned Deltas[N];
static int Values[N];
void setup(void) { fillWords(Deltas, N, 1); }
void prepare(unsigned Call) { (void)Call; }
KERNEL void kernel(void) {
  int Value = 0;
  for (int I = 0; I < N; ++I) {
    unsigned D = Deltas[I] & 0xFFFF;
    Value += (int)(D >> 1) ^ -(int)(D & 1);
    Values[I] = Value;
  }
}
double checksum(void) { return Values[N - 1]; }
