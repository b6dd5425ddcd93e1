//===- list-l1.c ----------------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A linked list in the first cache level.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 400, Rounds = 200 };
static struct Node {
  struct Node *Next;
  long Value, Unused[6];
} Nodes[N];
static long Sum;

void setup(void) { linkRandomly(Nodes, N, sizeof(struct Node), 1); }

void prepare(unsigned Call) { (void)Call; }

KERNEL void kernel(void) {
  long Total = 0;
  const struct Node *Node = Nodes;
  for (int I = 0; I < N * Rounds; ++I) {
    Total += Node->Value;
    Node = Node->Next;
  }
  Sum += Total + (Node == Nodes);
}

double checksum(void) { return (double)Sum; }
