//===- sum-reassociated.c -------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sums of slices that the compiler may form in any order.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 6000, Slices = 100 };
static float X[N + Slices], Z[Slices];

void setup(void) { fillFloats(X, N + Slices, 1); }

void prepare(unsigned Call) { (void)Call; }

KERNEL void kernel(void) {
#pragma clang fp reassociate(on)
  for (int S = 0; S < Slices; ++S) {
    float Sum = 0;
    for (int I = 0; I < N; ++I)
      Sum += X[I + S];
    Z[S] = Sum;
  }
}

double checksum(void) { return sumFloats(Z, Slices); }
