//===- trie.c -----------------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lookups of words in a trie with an index of 26 children a node.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { Words = 600, Length = 6, Queries = 1500 };
static unsigned short Child[Words * Length + 1][26];
static unsigned char Ends[Words * Length + 1];
static char Known[Words][Length], Wanted[Queries][Length];
static int Found;

void setup(void) {
  unsigned long long State = 3;
  int Used = 1;
  for (int W = 0; W < Words; ++W) {
    unsigned At = 0;
    for (int I = 0; I < Length; ++I) {
      char C = (char)(nextRandom(&State) % (I < 2 ? 8 : 26));
      Known[W][I] = C;
      if (!Child[At][(int)C])
        Child[At][(int)C] = (unsigned short)Used++;
      At = Child[At][(int)C];
    }
    Ends[At] = 1;
  }
}

void prepare(unsigned Call) {
  unsigned long long State = Call + 1;
  for (int Q = 0; Q < Queries; ++Q) {
    int W = (int)(nextRandom(&State) % Words);
    for (int I = 0; I < Length; ++I)
      Wanted[Q][I] = Known[W][I];
    if (nextRandom(&State) % 2)
      Wanted[Q][2 + nextRandom(&State) % 4] = (char)(nextRandom(&State) % 26);
  }
}

KERNEL void kernel(void) {
  int Number = 0;
  for (int Q = 0; Q < Queries; ++Q) {
    unsigned At = 0;
    int I = 0;
    for (; I < Length; ++I) {
      At = Child[At][(int)Wanted[Q][I]];
      if (!At)
        break;
    }
    Number += I == Length && Ends[At];
  }
  Found = Number;
}

double checksum(void) { return Found; }
