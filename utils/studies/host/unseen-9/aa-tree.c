//===- aa-tree.c - A tree with levels that keys come into and leave -------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 110, Gone = 60 };
static struct Node {
  unsigned Key;
  short Left, Right, Level;
} Nodes[N + 1];
static unsigned Keys[N], Leaving[Gone];
static int Root;
void setup(void) {}
void prepare(unsigned Call) {
  fillWords(Keys, N, Call + 1);
  unsigned Start = Keys[0] % N;
  for (unsigned I = 0; I < Gone; ++I)
    Leaving[I] = Keys[(Start + I * 37) % N];
}
/// A left child of the same level becomes the top.
HELPER int skew(int At) {
  int Left = Nodes[At].Left;
  if (!At || Nodes[Left].Level != Nodes[At].Level)
    return At;
  Nodes[At].Left = Nodes[Left].Right;
  Nodes[Left].Right = (short)At;
  return Left;
}
/// Of three of the same level the middle one rises.
HELPER int split(int At) {
  int Right = Nodes[At].Right;
  if (!At || Nodes[Nodes[Right].Right].Level != Nodes[At].Level)
    return At;
  Nodes[At].Right = Nodes[Right].Left;
  Nodes[Right].Left = (short)At;
  ++Nodes[Right].Level;
  return Right;
}
static int insert(int At, int New) {
  if (!At)
    return New;
  if (Nodes[New].Key < Nodes[At].Key)
    Nodes[At].Left = (short)insert(Nodes[At].Left, New);
  else
    Nodes[At].Right = (short)insert(Nodes[At].Right, New);
  return split(skew(At));
}
static int mend(int At) {
  struct Node *A = &Nodes[At];
  int Left = Nodes[A->Left].Level, Right = Nodes[A->Right].Level;
  int Level = 1 + (Left < Right ? Left : Right);
  if (A->Level <= Level)
    return At;
  A->Level = (short)Level;
  if (Right > Level)
    Nodes[A->Right].Level = (short)Level;
  At = skew(At);
  int Next = skew(Nodes[At].Right);
  Nodes[At].Right = (short)Next;
  if (Next)
    Nodes[Next].Right = (short)skew(Nodes[Next].Right);
  At = split(At);
  Nodes[At].Right = (short)split(Nodes[At].Right);
  return At;
}
static int erase(int At, unsigned Key) {
  struct Node *A = &Nodes[At];
  if (!At)
    return 0;
  if (Key < A->Key)
    A->Left = (short)erase(A->Left, Key);
  else if (Key > A->Key)
    A->Right = (short)erase(A->Right, Key);
  else if (!A->Left)
    return A->Right;
  else {
    int Heir = A->Left;
    while (Nodes[Heir].Right)
      Heir = Nodes[Heir].Right;
    A->Key = Nodes[Heir].Key;
    A->Left = (short)erase(A->Left, A->Key);
  }
  return mend(At);
}
KERNEL void kernel(void) {
  Root = 0;
  for (int I = 1; I <= N; ++I) {
    Nodes[I] = (struct Node){Keys[I - 1], 0, 0, 1};
    Root = insert(Root, I);
  }
  for (int I = 0; I < Gone; ++I)
    Root = erase(Root, Leaving[I]);
}
static double sum(int At, int Depth) {
  const struct Node *A = &Nodes[At];
  return At ? A->Key * 1e-6 * Depth + sum(A->Left, Depth + 1) +
                  sum(A->Right, Depth + 1)
            : 0;
}
double checksum(void) { return sum(Root, 1); }
