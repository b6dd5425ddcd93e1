//===- subset-sums.c - The nearest sum of a subset, by a Gray code --------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 11 };
static unsigned Weights[N];
static int Best;
void setup(void) {}
void prepare(unsigned Call) {
  fillWords(Weights, N, Call + 1);
  for (int I = 0; I < N; ++I)
    Weights[I] %= 100000;
}
KERNEL void kernel(void) {
  int Sum = -270000, Least = 1 << 30;
  unsigned In = 0;
  for (unsigned Code = 1; Code < 1u << N; ++Code) {
    unsigned Changed = (unsigned)__builtin_ctz(Code);
    In ^= 1u << Changed;
    int By = (int)Weights[Changed];
    Sum += In >> Changed & 1 ? By : -By;
    int Off = Sum < 0 ? -Sum : Sum;
    Least = Off < Least ? Off : Least;
  }
  Best = Least;
}
double checksum(void) { return Best; }
