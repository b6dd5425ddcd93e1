//===- decompression.c ----------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decompression of literals and matches.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { Tokens = 12000, N = 200000 };
static unsigned char Packed[4 * Tokens], Text[N];
static long Length;

void setup(void) {}

void prepare(unsigned Call) {
  unsigned long long State = Call + 1;
  unsigned char *To = Packed;
  for (int T = 0; T < Tokens; ++T) {
    *To++ = nextRandom(&State) % 2 && T > 20;
    *To++ = (unsigned char)nextRandom(&State);
    *To++ = (unsigned char)(3 + nextRandom(&State) % 14);
    *To++ = (unsigned char)(1 + nextRandom(&State) % 16);
  }
}

KERNEL void kernel(void) {
  unsigned char *To = Text;
  for (int T = 0; T < Tokens; ++T) {
    const unsigned char *Token = Packed + 4 * T;
    if (!Token[0]) {
      *To++ = Token[1];
      continue;
    }
    const unsigned char *From = To - Token[3];
    for (int I = 0; I < Token[2]; ++I)
      *To++ = *From++;
  }
  Length = To - Text;
}

double checksum(void) { return (double)Length; }
