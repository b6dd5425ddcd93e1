//===- upper-case.c -------------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Conversion to upper case.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 60000, Rounds = 4 };
static char X[N], Z[N];

void setup(void) {
  fillBytes((unsigned char *)X, N, 1);
  for (int I = 0; I < N; ++I)
    X[I] &= 127;
}

void prepare(unsigned Call) { (void)Call; }

KERNEL void kernel(void) {
  for (int R = 0; R < Rounds; ++R)
    for (int I = 0; I < N; ++I)
      Z[I] = (char)(X[I] >= 'a' && X[I] <= 'z' ? X[I] - 32 : X[I] + R);
}

double checksum(void) { return sumBytes((unsigned char *)Z, N); }
