//===- increasing.c - The longest increasing subsequence, by piles -------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 800 };
static unsigned Values[N], Length;
void setup(void) {}
void prepare(unsigned Call) { fillWords(Values, N, Call + 1); }
KERNEL void kernel(void) {
  unsigned Tops[N], Piles = 0;
  for (int I = 0; I < N; ++I) {
    unsigned Low = 0, High = Piles;
    while (Low < High) {
      unsigned Middle = (Low + High) / 2;
      if (Tops[Middle] < Values[I])
        Low = Middle + 1;
      else
        High = Middle;
    }
    Tops[Low] = Values[I];
    Piles += Low == Piles;
  }
  Length = Piles;
}
double checksum(void) { return Length; }
