//===- knuth-morris-pratt.c -----------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Occurrences of a word by the Knuth-Morris-Pratt algorithm.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 100000, M = 6 };
static char Text[N], Word[M + 1] = "abacab";
static int Failure[M + 1], Occurrences;

void setup(void) {
  for (int I = 1, K = 0; I < M; ++I) {
    while (K > 0 && Word[I] != Word[K])
      K = Failure[K];
    if (Word[I] == Word[K])
      ++K;
    Failure[I + 1] = K;
  }
}

void prepare(unsigned Call) {
  unsigned long long State = Call + 1;
  for (int I = 0; I < N; ++I)
    Text[I] = (char)('a' + nextRandom(&State) % 3);
}

KERNEL void kernel(void) {
  int Count = 0, K = 0;
  for (int I = 0; I < N; ++I) {
    while (K > 0 && Text[I] != Word[K])
      K = Failure[K];
    if (Text[I] == Word[K])
      ++K;
    if (K == M) {
      ++Count;
      K = Failure[K];
    }
  }
  Occurrences = Count;
}

double checksum(void) { return Occurrences; }
