//===- text-to-numbers.c --------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Numbers from decimal digits.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 15000 };
static char Text[N * 11];
static long Length;
static unsigned Values[N];

void setup(void) {}

void prepare(unsigned Call) {
  unsigned long long State = Call + 1;
  char *To = Text;
  for (int I = 0; I < N; ++I) {
    for (int D = 1 + (int)(nextRandom(&State) % 9); D; --D)
      *To++ = (char)('0' + nextRandom(&State) % 10);
    *To++ = ' ';
  }
  Length = To - Text;
}

KERNEL void kernel(void) {
  const char *From = Text, *End = Text + Length;
  for (int I = 0; From < End; ++I) {
    unsigned Value = 0;
    while (*From >= '0' && *From <= '9')
      Value = Value * 10 + (unsigned)(*From++ - '0');
    ++From;
    Values[I] = Value;
  }
}

double checksum(void) { return (double)Values[0] + Values[N - 1]; }
