//===- treap.c - A tree that random numbers balance, built by rotations ---===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 150 };
typedef struct Node {
  struct Node *Child[2];
  unsigned Key, Weight;
} Node;
static Node Pool[N];
static unsigned Keys[N], Weights[N];
static Node *Root;
void setup(void) {}
void prepare(unsigned Call) {
  fillWords(Keys, N, Call + 1);
  fillWords(Weights, N, Call + 100);
}
static Node *insert(Node *At, Node *New) {
  if (!At)
    return New;
  int Side = New->Key > At->Key;
  Node *Below = insert(At->Child[Side], New);
  At->Child[Side] = Below;
  if (Below->Weight <= At->Weight)
    return At;
  At->Child[Side] = Below->Child[!Side];
  Below->Child[!Side] = At;
  return Below;
}
KERNEL void kernel(void) {
  Node *Top = 0;
  for (int I = 0; I < N; ++I) {
    Node *New = Pool + I;
    New->Child[0] = New->Child[1] = 0;
    New->Key = Keys[I];
    New->Weight = Weights[I];
    Top = insert(Top, New);
  }
  Root = Top;
}
double checksum(void) { return Root->Key + (double)Root->Child[0]->Key; }
