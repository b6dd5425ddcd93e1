//===- list-of-chunks.c -------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A list of chunks with seven numbers each, summed along the links in the order
// of the links.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 700 };
static struct Node {
  struct Node *Next;
  long Values[7];
} Nodes[N];
static long Sum;

void setup(void) { linkRandomly(Nodes, N, sizeof(struct Node), 5); }

void prepare(unsigned Call) { Nodes[0].Values[3] = Call; }

KERNEL void kernel(void) {
  long Total = 0;
  const struct Node *Node = Nodes;
  do {
    for (int I = 0; I < 7; ++I)
      Total += Node->Values[I] ^ I;
    Node = Node->Next;
  } while (Node != Nodes);
  Sum = Total;
}

double checksum(void) { return (double)Sum; }
