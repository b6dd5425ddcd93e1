//===- list-insert.c - New kernel of the third suite ---------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Nodes put into sorted lists, with a call for each.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 300, Lists = 16 };
struct Node {
  struct Node *Next;
  unsigned Key;
};
static struct Node Nodes[N], *Heads[Lists];
static unsigned Keys[N];
void setup(void) {}
void prepare(unsigned Call) { fillWords(Keys, N, Call + 1); }
static __attribute__((noinline)) void insert(struct Node **At,
                                             struct Node *New) {
  while (*At && (*At)->Key < New->Key)
    At = &(*At)->Next;
  New->Next = *At;
  *At = New;
}
KERNEL void kernel(void) {
  for (int L = 0; L < Lists; ++L)
    Heads[L] = 0;
  for (int I = 0; I < N; ++I) {
    Nodes[I].Key = Keys[I];
    insert(&Heads[Keys[I] % Lists], &Nodes[I]);
  }
}
double checksum(void) { return Heads[0] ? Heads[0]->Key : 0; }
