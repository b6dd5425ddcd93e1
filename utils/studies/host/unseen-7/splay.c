//===- splay.c - A tree that brings to its root what was asked for --------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 130 };
struct Node {
  struct Node *Child[2];
  unsigned Key;
};
static struct Node Nodes[N], *Root;
static unsigned Keys[N];
void setup(void) {}
void prepare(unsigned Call) { fillWords(Keys, N, Call + 1); }
static struct Node *splay(struct Node *Top, unsigned Key) {
  struct Node Sides = {{NULL, NULL}, 0};
  struct Node *End[2] = {&Sides, &Sides};
  while (Top->Key != Key) {
    int Way = Key > Top->Key;
    struct Node *Next = Top->Child[Way];
    if (Next && Key != Next->Key && (Key > Next->Key) == Way) {
      Top->Child[Way] = Next->Child[!Way];
      Next->Child[!Way] = Top;
      Top = Next;
      Next = Top->Child[Way];
    }
    if (!Next)
      break;
    End[!Way]->Child[Way] = Top;
    End[!Way] = Top;
    Top = Next;
  }
  End[0]->Child[1] = Top->Child[0];
  End[1]->Child[0] = Top->Child[1];
  Top->Child[0] = Sides.Child[1];
  Top->Child[1] = Sides.Child[0];
  return Top;
}
KERNEL void kernel(void) {
  struct Node *Top = NULL;
  for (int I = 0; I < N; ++I) {
    struct Node *New = &Nodes[I];
    New->Key = Keys[I];
    New->Child[0] = New->Child[1] = NULL;
    if (Top) {
      Top = splay(Top, New->Key);
      int Way = New->Key > Top->Key;
      New->Child[!Way] = Top;
      New->Child[Way] = Top->Child[Way];
      Top->Child[Way] = NULL;
    }
    Top = New;
  }
  Root = splay(Top, Keys[N / 2]);
}
double checksum(void) {
  return Root->Key + (Root->Child[0] ? Root->Child[0]->Key / 7.0 : 0);
}
