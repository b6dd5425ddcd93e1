//===- lzw.c - Texts as numbers of words in a dictionary that grows -------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 700, Buckets = 2048, Alphabet = 6 };
static unsigned char Text[N];
static unsigned short Codes[N];
static unsigned Keys[Buckets];
static unsigned short Values[Buckets];
static int Written;
void setup(void) {}
void prepare(unsigned Call) {
  fillBytes(Text, N, Call + 1);
  for (int I = 0; I < N; ++I)
    Text[I] = (unsigned char)(Text[I] % (I % 5 ? 3 : Alphabet));
  for (int I = 0; I < Buckets; ++I)
    Keys[I] = 0;
}
KERNEL void kernel(void) {
  unsigned Word = Text[0], Next = Alphabet, Out = 0;
  for (int I = 1; I < N; ++I) {
    unsigned Key = (Word << 8 | Text[I]) + 1;
    unsigned At = Key * 2654435761u >> 21;
    while (Keys[At] != 0 && Keys[At] != Key)
      At = (At + 1) % Buckets;
    if (Keys[At] == Key) {
      Word = Values[At];
      continue;
    }
    Keys[At] = Key;
    Values[At] = (unsigned short)Next++;
    Codes[Out++] = (unsigned short)Word;
    Word = Text[I];
  }
  Codes[Out++] = (unsigned short)Word;
  Written = (int)Out;
}
double checksum(void) {
  double S = Written;
  for (int I = 0; I < Written; ++I)
    S += Codes[I];
  return S;
}
