//===- soundex.c - Codes of words by their sound -------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 3000 };
static unsigned char Text[N + 1];
static unsigned Codes;
void setup(void) {}
void prepare(unsigned Call) {
  fillBytes(Text, N, Call + 1);
  for (int I = 0; I < N; ++I)
    Text[I] = (unsigned char)(Text[I] % 7 ? 'a' + Text[I] % 26 : ' ');
}
KERNEL void kernel(void) {
  static const char Group[26] = {0, 1, 2, 3, 0, 1, 2, 7, 0, 2, 2, 4, 5,
                                 5, 0, 1, 2, 6, 2, 3, 0, 1, 7, 2, 0, 2};
  unsigned Sum = 0, Code = 0, Digits = 0;
  int Last = -1;
  for (int I = 0; I < N; ++I) {
    unsigned char C = Text[I];
    if (C == ' ') {
      Sum = Sum * 31 + Code;
      Code = Digits = 0;
      Last = -1;
      continue;
    }
    int G = Group[C - 'a'];
    if (Last < 0) {
      Code = C;
    } else if (G != 0 && G != 7 && G != Last && Digits < 3) {
      Code = Code * 8 + G;
      ++Digits;
    }
    if (G != 7)
      Last = G;
  }
  Codes = Sum;
}
double checksum(void) { return Codes; }
