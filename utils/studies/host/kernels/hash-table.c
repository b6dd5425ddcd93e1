//===- hash-table.c -------------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Look-ups in a table with open addressing in the second level.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { LogSize = 16, Size = 1 << LogSize, Queries = 30000 };
static unsigned Keys[Size], Values[Size], Wanted[Queries];
static unsigned Sum;

static inline unsigned slot(unsigned Key) {
  return Key * 2654435769u >> (32 - LogSize);
}

void setup(void) {
  unsigned long long State = 5;
  for (int I = 0; I < Size / 2; ++I) {
    unsigned Key = 1 + (unsigned)(nextRandom(&State) % 100000);
    unsigned S = slot(Key);
    while (Keys[S] && Keys[S] != Key)
      S = (S + 1) & (Size - 1);
    Keys[S] = Key;
    Values[S] = Key / 3;
  }
}

void prepare(unsigned Call) {
  fillWords(Wanted, Queries, Call + 1);
  for (int I = 0; I < Queries; ++I)
    Wanted[I] = 1 + Wanted[I] % 100000;
}

KERNEL void kernel(void) {
  unsigned Total = 0;
  for (int Q = 0; Q < Queries; ++Q) {
    unsigned S = slot(Wanted[Q]);
    while (Keys[S] && Keys[S] != Wanted[Q])
      S = (S + 1) & (Size - 1);
    if (Keys[S])
      Total += Values[S];
  }
  Sum = Total;
}

double checksum(void) { return Sum; }
