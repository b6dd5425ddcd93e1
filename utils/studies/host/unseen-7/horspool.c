//===- horspool.c - A word looked for from its end, with jumps ------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 6000, Length = 6, Most = 64 };
static unsigned char Text[N], Word[Length];
static unsigned short Found[Most];
static int Number;
void setup(void) {}
void prepare(unsigned Call) {
  fillBytes(Text, N, Call + 1);
  for (int I = 0; I < N; ++I)
    Text[I] = "etaoinshrdlu etaoinsetao eaet ei"[Text[I] & 31];
  fillBytes(Word, Length, Call + 1000);
  int At = 100 + Word[0] * 8;
  for (int I = 0; I < Length; ++I)
    Word[I] = Text[At + I];
}
KERNEL void kernel(void) {
  int Jump[256], Count = 0, Last = Length - 1;
  for (int I = 0; I < 256; ++I)
    Jump[I] = Length;
  for (int I = 0; I < Last; ++I)
    Jump[Word[I]] = Last - I;
  for (int At = 0; At + Length <= N; At += Jump[Text[At + Last]]) {
    int I = Last;
    while (I >= 0 && Text[At + I] == Word[I])
      --I;
    if (I < 0 && Count < Most)
      Found[Count++] = (unsigned short)At;
  }
  Number = Count;
}
double checksum(void) {
  double S = Number;
  for (int I = 0; I < Number; ++I)
    S += Found[I];
  return S;
}
