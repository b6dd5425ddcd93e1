//===- packed-decimals.c - Decimal digits in words, added and multiplied --===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { Words = 6, Factors = 9, Bits = 16, Digits = 15 };
typedef unsigned long long Word;
#define SIXES 0x666666666666666ull
#define CARRIES 0x1111111111111110ull
static Word Start[Words], Product[Words];
static unsigned Factor[Factors];
void setup(void) {}
void prepare(unsigned Call) {
  Word State = Call + 1;
  for (int I = 0; I < Words; ++I) {
    Start[I] = 0;
    Word R = nextRandom(&State);
    for (int J = 0; J < Digits && I < Words - 2; ++J) {
      Start[I] = Start[I] << 4 | R % 10;
      R /= 10;
    }
  }
  fillWords(Factor, Factors, Call + 1);
}
/// Digits that are more than nine carry; a word has fifteen of them.
HELPER Word addWord(Word A, Word B, Word *Carry) {
  Word Raised = A + SIXES, Sum = Raised + B + *Carry;
  Word Stayed = ~(Raised ^ B ^ Sum) & CARRIES;
  Word Right = Sum - (Stayed >> 2 | Stayed >> 3);
  *Carry = Right >> 60;
  return Right & (~0ull >> 4);
}
static void add(Word *To, const Word *A, const Word *B) {
  Word Carry = 0;
  for (int I = 0; I < Words; ++I)
    To[I] = addWord(A[I], B[I], &Carry);
}
KERNEL void kernel(void) {
  Word Number[Words], Sum[Words];
  for (int I = 0; I < Words; ++I)
    Number[I] = Start[I];
  for (int I = 0; I < Factors; ++I) {
    for (int J = 0; J < Words; ++J)
      Sum[J] = 0;
    for (int Bit = Bits - 1; Bit >= 0; --Bit) {
      add(Sum, Sum, Sum);
      if (Factor[I] >> Bit & 1)
        add(Sum, Sum, Number);
    }
    for (int J = 0; J < Words; ++J)
      Number[J] = Sum[J];
  }
  for (int I = 0; I < Words; ++I)
    Product[I] = Number[I];
}
double checksum(void) {
  double S = 0;
  for (int I = 0; I < Words; ++I)
    for (int J = 0; J < Digits; ++J)
      S += (double)(Product[I] >> 4 * J & 15) * (J + Digits * I + 1);
  return S;
}
