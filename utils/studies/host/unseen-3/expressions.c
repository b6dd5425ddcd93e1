//===- expressions.c - Infix expressions evaluated with two stacks -------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 900 };
static unsigned char Text[N];
static int Result;
void setup(void) {}
void prepare(unsigned Call) {
  fillBytes(Text, N, Call + 1);
  for (int I = 0; I < N; ++I)
    Text[I] = I & 1 ? "+-*&"[Text[I] & 3] : '0' + Text[I] % 10;
  Text[N - 1] = ';';
}
HELPER int level(unsigned char C) { return C == '*' ? 3 : C == '&' ? 1 : 2; }
KERNEL void kernel(void) {
  int Values[8], Top = 0, Ops = 0;
  unsigned char Held[8];
  for (int I = 0; I < N; ++I) {
    unsigned char C = Text[I];
    if (C >= '0' && C <= '9') {
      Values[Top++] = C - '0';
      continue;
    }
    while (Ops && (C == ';' || level(Held[Ops - 1]) >= level(C))) {
      int B = Values[--Top], A = Values[Top - 1];
      unsigned char Op = Held[--Ops];
      Values[Top - 1] = Op == '+'   ? A + B
                        : Op == '-' ? A - B
                        : Op == '*' ? (A * B) & 1023
                                    : A & B;
    }
    if (C != ';')
      Held[Ops++] = C;
  }
  Result = Values[0];
}
double checksum(void) { return Result; }
