//===- tree-search.c ------------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Look-ups in a binary search tree.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 4000, Queries = 8000 };
static struct Node {
  unsigned Key;
  struct Node *Child[2];
} Nodes[N];
static unsigned Wanted[Queries];
static int Found;

void setup(void) {
  unsigned long long State = 11;
  for (int I = 0; I < N; ++I) {
    Nodes[I].Key = (unsigned)(nextRandom(&State) % 10000);
    struct Node *Parent = 0;
    for (struct Node *Node = I ? Nodes : 0; Node;
         Node = Node->Child[Nodes[I].Key > Node->Key])
      Parent = Node;
    if (Parent)
      Parent->Child[Nodes[I].Key > Parent->Key] = &Nodes[I];
  }
}

void prepare(unsigned Call) {
  fillWords(Wanted, Queries, Call + 1);
  for (int I = 0; I < Queries; ++I)
    Wanted[I] %= 10000;
}

KERNEL void kernel(void) {
  int Count = 0;
  for (int Q = 0; Q < Queries; ++Q) {
    const struct Node *Node = Nodes;
    while (Node && Node->Key != Wanted[Q])
      Node = Wanted[Q] < Node->Key ? Node->Child[0] : Node->Child[1];
    Count += Node != 0;
  }
  Found = Count;
}

double checksum(void) { return Found; }
