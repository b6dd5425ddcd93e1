//===- eytzinger.c ------------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Binary search without branches in an array in the order of a breadth-first
// walk.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { Levels = 14, N = 1 << Levels, Queries = 2000 };
static unsigned Keys[N], Wanted[Queries], Sum;

static unsigned place(unsigned Node, unsigned Next) {
  if (Node >= N)
    return Next;
  Next = place(2 * Node, Next);
  Keys[Node] = Next++ * 1000u;
  return place(2 * Node + 1, Next);
}

void setup(void) { place(1, 0); }

void prepare(unsigned Call) {
  fillWords(Wanted, Queries, Call + 1);
  for (int Q = 0; Q < Queries; ++Q)
    Wanted[Q] %= N * 1000u;
}

KERNEL void kernel(void) {
  unsigned Total = 0;
  for (int Q = 0; Q < Queries; ++Q) {
    unsigned Node = 1, Key = Wanted[Q];
    for (int L = 0; L < Levels; ++L)
      Node = 2 * Node + (Keys[Node] < Key);
    Total += Node;
  }
  Sum = Total;
}

double checksum(void) { return Sum; }
