//===- skip-list.c ------------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Searches in a skip list of 2000 keys.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 2000, Levels = 10, Queries = 500 };
static struct Node {
  unsigned Key;
  unsigned short Next[Levels];
} Nodes[N + 1];
static unsigned Wanted[Queries], Found;

void setup(void) {
  unsigned long long State = 9;
  unsigned short Order[N + 1], Last[Levels] = {0};
  for (int I = 0; I <= N; ++I)
    Order[I] = (unsigned short)I;
  for (int I = N; I > 1; --I) {
    int J = 1 + (int)(nextRandom(&State) % (unsigned)I);
    unsigned short T = Order[I];
    Order[I] = Order[J];
    Order[J] = T;
  }
  for (int I = 1; I <= N; ++I) {
    Nodes[Order[I]].Key = (unsigned)I * 10;
    for (int L = 0; L < Levels; ++L) {
      Nodes[Last[L]].Next[L] = Order[I];
      Last[L] = Order[I];
      if (nextRandom(&State) & 1)
        break;
    }
  }
}

void prepare(unsigned Call) {
  fillWords(Wanted, Queries, Call + 1);
  for (int Q = 0; Q < Queries; ++Q)
    Wanted[Q] %= N * 10;
}

KERNEL void kernel(void) {
  unsigned Sum = 0;
  for (int Q = 0; Q < Queries; ++Q) {
    unsigned At = 0;
    for (int L = Levels - 1; L >= 0; --L)
      for (unsigned Next; (Next = Nodes[At].Next[L]) &&
                          Nodes[Next].Key < Wanted[Q];)
        At = Next;
    Sum += Nodes[At].Key;
  }
  Found = Sum;
}

double checksum(void) { return Found; }
