//===- spigot.c - Digits of pi that come out one by one -------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { Digits = 12, N = Digits * 10 / 3 + 1 };
static unsigned Rest[N];
static unsigned char Out[Digits];
void setup(void) {}
void prepare(unsigned Call) { (void)Call; }
KERNEL void kernel(void) {
  for (int I = 0; I < N; ++I)
    Rest[I] = 2;
  for (int D = 0; D < Digits; ++D) {
    unsigned Carry = 0;
    for (int I = N - 1; I > 0; --I) {
      unsigned X = Rest[I] * 10 + Carry, By = 2 * (unsigned)I + 1;
      Rest[I] = X % By;
      Carry = X / By * (unsigned)I;
    }
    unsigned X = Rest[0] * 10 + Carry;
    Out[D] = (unsigned char)(X / 10);
    Rest[0] = X % 10;
  }
}
double checksum(void) { return sumBytes(Out, Digits); }
