//===- decimal-fractions.c ----------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decimal fractions in a text to floating-point numbers.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 400, Width = 12 };
static char Text[N * Width];
static double Z[N];

void setup(void) {}

void prepare(unsigned Call) {
  unsigned long long State = Call + 1;
  for (int I = 0; I < N * Width; ++I)
    Text[I] = (char)('0' + nextRandom(&State) % 10);
  for (int I = 0; I < N; ++I) {
    Text[I * Width] = nextRandom(&State) % 2 ? '-' : '+';
    Text[I * Width + 2 + nextRandom(&State) % 5] = '.';
    Text[I * Width + 8 + nextRandom(&State) % 4] = ' ';
  }
}

KERNEL void kernel(void) {
  static const double Scale[] = {1,    1e-1, 1e-2, 1e-3, 1e-4,  1e-5,
                                 1e-6, 1e-7, 1e-8, 1e-9, 1e-10, 1e-11};
  for (int I = 0; I < N; ++I) {
    const char *At = Text + I * Width;
    int Negative = *At++ == '-', Places = 0;
    long Value = 0;
    while (*At >= '0' && *At <= '9')
      Value = Value * 10 + (*At++ - '0');
    if (*At == '.') {
      const char *Begin = ++At;
      while (*At >= '0' && *At <= '9')
        Value = Value * 10 + (*At++ - '0');
      Places = (int)(At - Begin);
    }
    double Number = (double)Value * Scale[Places];
    Z[I] = Negative ? -Number : Number;
  }
}

double checksum(void) { return sumDoubles(Z, N); }
