//===- halves.c - Floats rounded to sixteen bits by integer operations ---===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 800 };
static unsigned Words[N];
static unsigned short Out[N];
void setup(void) {
  fillWords(Words, N, 1);
  for (int I = 0; I < N; ++I)
    Words[I] = (Words[I] & 0x807FFFFF) | (96 + Words[I] % 60) << 23;
}
void prepare(unsigned Call) { (void)Call; }
KERNEL void kernel(void) {
  for (int I = 0; I < N; ++I) {
    unsigned W = Words[I], Sign = W >> 16 & 0x8000, Rest = W & 0x7FFFFFFF;
    unsigned Half;
    if (Rest >= 0x47800000)
      Half = 0x7C00;
    else if (Rest < 0x38800000) {
      unsigned Shift = 126 - (Rest >> 23);
      Half = Shift < 24 ? ((Rest & 0x7FFFFF) | 0x800000) >> Shift : 0;
    } else
      Half = (Rest - 0x38000000 + 0xFFF + (Rest >> 13 & 1)) >> 13;
    Out[I] = (unsigned short)(Sign | Half);
  }
}
double checksum(void) { return Out[0] + (double)Out[N - 1]; }
