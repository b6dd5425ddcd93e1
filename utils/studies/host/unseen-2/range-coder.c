//===- range-coder.c ----------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bits decoded by an adaptive binary range coder with 64 contexts.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 4000, Contexts = 64 };
static unsigned char X[N];
static unsigned short Odds[Contexts];
static unsigned Result;

void setup(void) {}

void prepare(unsigned Call) {
  fillBytes(X, N, Call + 1);
  for (int I = 0; I < Contexts; ++I)
    Odds[I] = 1024;
}

KERNEL void kernel(void) {
  unsigned Range = ~0u, Code = 0x12345678, Context = 1, Sum = 0;
  const unsigned char *From = X;
  for (int I = 0; I < N; ++I) {
    unsigned Bound = (Range >> 11) * Odds[Context];
    unsigned Bit = Code >= Bound;
    if (Bit) {
      Code -= Bound;
      Range -= Bound;
      Odds[Context] -= Odds[Context] >> 5;
    } else {
      Range = Bound;
      Odds[Context] += (2048 - Odds[Context]) >> 5;
    }
    if (Range < 1u << 24) {
      Range <<= 8;
      Code = Code << 8 | *From++;
    }
    Context = (2 * Context + Bit) % Contexts;
    Sum += Bit;
  }
  Result = Sum;
}

double checksum(void) { return Result; }
