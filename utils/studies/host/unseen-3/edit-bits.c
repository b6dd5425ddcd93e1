//===- edit-bits.c - Edit distance by the bits of one word ---------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 600 };
static unsigned char Text[N];
static unsigned long long Peq[256];
static int Result;
void setup(void) {
  unsigned char Pattern[60];
  fillBytes(Pattern, 60, 5);
  for (int I = 0; I < 60; ++I)
    Peq[Pattern[I] & 3] |= 1ull << I;
}
void prepare(unsigned Call) { fillBytes(Text, N, Call + 1); }
KERNEL void kernel(void) {
  unsigned long long Pv = ~0ull, Mv = 0;
  int Score = 60;
  for (int I = 0; I < N; ++I) {
    unsigned long long Eq = Peq[Text[I] & 3], Xv = Eq | Mv;
    unsigned long long Xh = (((Eq & Pv) + Pv) ^ Pv) | Eq;
    unsigned long long Ph = Mv | ~(Xh | Pv), Mh = Pv & Xh;
    Score += (int)(Ph >> 59 & 1) - (int)(Mh >> 59 & 1);
    Ph = Ph << 1 | 1;
    Mh <<= 1;
    Pv = Mh | ~(Xv | Ph);
    Mv = Ph & Xv;
  }
  Result = Score;
}
double checksum(void) { return Result; }
