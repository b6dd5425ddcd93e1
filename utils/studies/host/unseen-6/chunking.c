//===- chunking.c - Where a text is cut, by a hash that rolls over it -----===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 2000 };
static unsigned char Text[N];
static unsigned long long Gear[256];
static unsigned short Cuts[N];
static int Number;
void setup(void) {
  unsigned long long S = 5;
  for (int I = 0; I < 256; ++I)
    Gear[I] = nextRandom(&S);
}
void prepare(unsigned Call) { fillBytes(Text, N, Call + 1); }
KERNEL void kernel(void) {
  unsigned long long Hash = 0;
  int Cut = 0, Begin = 0;
  for (int I = 0; I < N; ++I) {
    Hash = (Hash << 1) + Gear[Text[I]];
    if (I - Begin >= 16 && !(Hash >> 58)) {
      Cuts[Cut++] = (unsigned short)I;
      Begin = I;
    }
  }
  Number = Cut;
}
double checksum(void) {
  double S = Number;
  for (int I = 0; I < Number; ++I)
    S += Cuts[I];
  return S;
}
