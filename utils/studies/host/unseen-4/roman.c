//===- roman.c - Numbers to Roman numerals ------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 300 };
static const struct {
  unsigned Value;
  char Text[4];
} Signs[13] = {{1000, "M"}, {900, "CM"}, {500, "D"}, {400, "CD"}, {100, "C"},
               {90, "XC"},  {50, "L"},   {40, "XL"}, {10, "X"},   {9, "IX"},
               {5, "V"},    {4, "IV"},   {1, "I"}};
static unsigned Numbers[N];
static char Out[N * 20];
static unsigned Length;
void setup(void) {}
void prepare(unsigned Call) { fillWords(Numbers, N, Call + 1); }
KERNEL void kernel(void) {
  char *To = Out;
  for (int I = 0; I < N; ++I) {
    unsigned Rest = Numbers[I] % 3999 + 1;
    for (int S = 0; S < 13; ++S)
      while (Rest >= Signs[S].Value) {
        Rest -= Signs[S].Value;
        *To++ = Signs[S].Text[0];
        if (Signs[S].Text[1])
          *To++ = Signs[S].Text[1];
      }
    *To++ = ' ';
  }
  Length = (unsigned)(To - Out);
}
double checksum(void) { return Length; }
