//===- adler.c ----------------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Adler-32 of 12,000 bytes.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 12000, Step = 3000 };
static unsigned char X[N];
static unsigned Result;

void setup(void) { fillBytes(X, N, 1); }

void prepare(unsigned Call) { X[0] = (unsigned char)Call; }

KERNEL void kernel(void) {
  unsigned A = 1, B = 0;
  for (int I = 0; I < N; I += Step) {
    for (int J = 0; J < Step; ++J) {
      A += X[I + J];
      B += A;
    }
    A %= 65521;
    B %= 65521;
  }
  Result = B << 16 | A;
}

double checksum(void) { return Result; }
