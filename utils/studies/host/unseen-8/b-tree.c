//===- b-tree.c - Keys looked up in a tree of wide nodes ------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { Width = 15, Depth = 4, MostNodes = 4400, N = 100 };
static struct Node {
  unsigned Keys[Width], Number, Child[Width + 1];
} Nodes[MostNodes];
static unsigned Used, LastKey, Questions[N], Found, Sum;
static unsigned grow(unsigned long long *State, int Levels) {
  unsigned At = Used++;
  struct Node *Node = &Nodes[At];
  Node->Number = 8 + (unsigned)(nextRandom(State) >> 61);
  for (unsigned I = 0; I <= Node->Number; ++I) {
    Node->Child[I] = Levels > 1 ? grow(State, Levels - 1) : 0;
    if (I < Node->Number)
      Node->Keys[I] = LastKey += 1 + (unsigned)(nextRandom(State) >> 63);
  }
  return At;
}
void setup(void) {
  unsigned long long State = 1;
  grow(&State, Depth);
}
void prepare(unsigned Call) {
  fillWords(Questions, N, Call + 1);
  for (int I = 0; I < N; ++I)
    Questions[I] %= LastKey + 1;
}
KERNEL void kernel(void) {
  unsigned Hits = 0, Places = 0;
  for (int I = 0; I < N; ++I) {
    unsigned Key = Questions[I], At = 0;
    do {
      const struct Node *Node = &Nodes[At];
      unsigned J = 0;
      while (J < Node->Number && Node->Keys[J] < Key)
        ++J;
      if (J < Node->Number && Node->Keys[J] == Key) {
        ++Hits;
        Places += At * Width + J;
        break;
      }
      At = Node->Child[J];
    } while (At != 0);
  }
  Found = Hits;
  Sum = Places;
}
double checksum(void) { return Found + (double)Sum; }
