//===- utf16.c - Code points to UTF-16 -----------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 1500 };
static unsigned Points[N];
static unsigned short Units[2 * N];
static unsigned Length;
void setup(void) {}
void prepare(unsigned Call) {
  fillWords(Points, N, Call + 1);
  for (int I = 0; I < N; ++I)
    Points[I] =
        Points[I] % 4 ? Points[I] % 0xD800 : 0x10000 + Points[I] % 0x100000;
}
KERNEL void kernel(void) {
  unsigned short *To = Units;
  for (int I = 0; I < N; ++I) {
    unsigned P = Points[I];
    if (P < 0x10000) {
      *To++ = (unsigned short)P;
    } else {
      P -= 0x10000;
      *To++ = (unsigned short)(0xD800 | P >> 10);
      *To++ = (unsigned short)(0xDC00 | (P & 0x3FF));
    }
  }
  Length = (unsigned)(To - Units);
}
double checksum(void) { return Length + Units[Length / 2]; }
