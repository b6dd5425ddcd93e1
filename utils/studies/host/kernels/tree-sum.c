//===- tree-sum.c ---------------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sum over a binary tree by recursion.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 16000 };
static struct Node {
  long Value;
  struct Node *Left, *Right;
} Nodes[N];
static long Sum;

static long total(const struct Node *Node) {
  if (!Node)
    return 0;
  return total(Node->Left) + Node->Value + total(Node->Right);
}

void setup(void) {
  for (int I = 0; I < N; ++I) {
    Nodes[I].Value = I;
    Nodes[I].Left = 2 * I + 1 < N ? &Nodes[2 * I + 1] : 0;
    Nodes[I].Right = 2 * I + 2 < N ? &Nodes[2 * I + 2] : 0;
  }
}

void prepare(unsigned Call) { (void)Call; }

KERNEL void kernel(void) { Sum = total(Nodes); }

double checksum(void) { return (double)Sum; }
