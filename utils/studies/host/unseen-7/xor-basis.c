//===- xor-basis.c - Words that make all others by exclusive or -----------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 120, Bits = 48 };
static unsigned long long Words[N], Basis[Bits], Greatest;
static int Rank;
void setup(void) {}
void prepare(unsigned Call) {
  unsigned long long State = Call + 1;
  for (int I = 0; I < N; ++I)
    Words[I] = nextRandom(&State) >> (64 - Bits);
  for (int I = 3; I < N; I += 4)
    Words[I] = Words[I - 1] ^ Words[I - 2] ^ Words[I / 2];
}
KERNEL void kernel(void) {
  int Count = 0;
  for (int I = 0; I < Bits; ++I)
    Basis[I] = 0;
  for (int I = 0; I < N; ++I) {
    unsigned long long Word = Words[I];
    while (Word) {
      int High = 63 - __builtin_clzll(Word);
      if (!Basis[High]) {
        Basis[High] = Word;
        ++Count;
        break;
      }
      Word ^= Basis[High];
    }
  }
  unsigned long long Most = 0;
  for (int I = Bits - 1; I >= 0; --I)
    if ((Most ^ Basis[I]) > Most)
      Most ^= Basis[I];
  Greatest = Most;
  Rank = Count;
}
double checksum(void) {
  double S = (double)(Greatest & 0xFFFF) + Rank;
  for (int I = 0; I < Bits; ++I)
    S += (double)(Basis[I] & 0xFFFF);
  return S;
}
