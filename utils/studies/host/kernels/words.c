//===- words.c ------------------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Words of a text.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 100000 };
static char Text[N];
static int Words;

void setup(void) {}

void prepare(unsigned Call) {
  unsigned long long State = Call + 1;
  for (int I = 0; I < N; ++I) {
    unsigned R = (unsigned)(nextRandom(&State) % 64);
    Text[I] = R < 10 ? ' ' : R < 11 ? '\n' : (char)('a' + R % 26);
  }
}

KERNEL void kernel(void) {
  int Count = 0, Inside = 0;
  for (int I = 0; I < N; ++I) {
    char C = Text[I];
    if (C == ' ' || C == '\n' || C == '\t')
      Inside = 0;
    else if (!Inside) {
      Inside = 1;
      ++Count;
    }
  }
  Words = Count;
}

double checksum(void) { return Words; }
