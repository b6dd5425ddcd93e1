//===- string-lengths.c ---------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lengths of many strings.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 200000 };
static char Text[N];
static unsigned Squares;

void setup(void) {}

void prepare(unsigned Call) {
  unsigned long long State = Call + 1;
  for (int I = 0; I < N; ++I)
    Text[I] = nextRandom(&State) % 40 ? 'x' : 0;
  Text[N - 1] = 0;
}

KERNEL void kernel(void) {
  unsigned Sum = 0;
  for (const char *S = Text; S < Text + N;) {
    const char *End = S;
    while (*End)
      ++End;
    unsigned Length = (unsigned)(End - S);
    Sum += Length * Length;
    S = End + 1;
  }
  Squares = Sum;
}

double checksum(void) { return Squares; }
