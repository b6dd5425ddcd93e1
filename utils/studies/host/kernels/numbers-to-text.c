//===- numbers-to-text.c --------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decimal digits of numbers.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 15000 };
static unsigned X[N];
static char Text[N * 11];
static long Length;

void setup(void) {}

void prepare(unsigned Call) { fillWords(X, N, Call + 1); }

KERNEL void kernel(void) {
  char *To = Text;
  for (int I = 0; I < N; ++I) {
    char Digits[10];
    int D = 0;
    unsigned Value = X[I];
    do {
      Digits[D++] = (char)('0' + Value % 10);
      Value /= 10;
    } while (Value);
    while (D)
      *To++ = Digits[--D];
    *To++ = '\n';
  }
  Length = To - Text;
}

double checksum(void) { return (double)Length + Text[11]; }
