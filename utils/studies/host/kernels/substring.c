//===- substring.c --------------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Occurrences of a word in a text, by comparing at each position.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 100000, M = 6 };
static char Text[N], Word[M + 1] = "abacab";
static int Occurrences;

void setup(void) {}

void prepare(unsigned Call) {
  unsigned long long State = Call + 1;
  for (int I = 0; I < N; ++I)
    Text[I] = (char)('a' + nextRandom(&State) % 3);
}

KERNEL void kernel(void) {
  int Count = 0;
  for (int I = 0; I + M <= N; ++I) {
    int J = 0;
    while (J < M && Text[I + J] == Word[J])
      ++J;
    Count += J == M;
  }
  Occurrences = Count;
}

double checksum(void) { return Occurrences; }
