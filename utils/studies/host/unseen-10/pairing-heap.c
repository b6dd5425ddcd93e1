//===- pairing-heap.c - A queue of trees that pair up ---------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 150, Raised = 60 };
static struct Node {
  unsigned Key;
  struct Node *Child, *Next, *Before;
} Nodes[N];
static unsigned Keys[N], Lower[Raised], Out[N];
void setup(void) {}
void prepare(unsigned Call) {
  fillWords(Keys, N, Call + 1);
  fillWords(Lower, Raised, Call + 100);
}
/// Before is the parent of a first child.
static struct Node *meld(struct Node *A, struct Node *B) {
  if (!A || !B)
    return A ? A : B;
  if (B->Key < A->Key) {
    struct Node *T = A;
    A = B;
    B = T;
  }
  B->Next = A->Child;
  if (A->Child)
    A->Child->Before = B;
  B->Before = A;
  A->Child = B;
  return A;
}
static struct Node *insert(struct Node *Heap, struct Node *New, unsigned Key) {
  New->Key = Key;
  New->Child = New->Next = New->Before = NULL;
  return meld(Heap, New);
}
static struct Node *lower(struct Node *Heap, struct Node *Of, unsigned Key) {
  Of->Key = Key;
  if (Of == Heap)
    return Heap;
  if (Of->Before->Child == Of)
    Of->Before->Child = Of->Next;
  else
    Of->Before->Next = Of->Next;
  if (Of->Next)
    Of->Next->Before = Of->Before;
  Of->Next = Of->Before = NULL;
  return meld(Heap, Of);
}
static struct Node *removeFirst(struct Node *Heap) {
  struct Node *At = Heap->Child, *Pairs = NULL, *Result = NULL;
  while (At) {
    struct Node *A = At, *B = At->Next;
    At = B ? B->Next : NULL;
    A->Next = A->Before = NULL;
    if (B)
      B->Next = B->Before = NULL;
    A = meld(A, B);
    A->Next = Pairs;
    Pairs = A;
  }
  while (Pairs) {
    struct Node *Next = Pairs->Next;
    Pairs->Next = NULL;
    Result = meld(Result, Pairs);
    Pairs = Next;
  }
  return Result;
}
KERNEL void kernel(void) {
  struct Node *Heap = NULL;
  int Left = 0;
  for (int I = 0; I < N; ++I)
    Heap = insert(Heap, &Nodes[I], Keys[I]);
  for (; Left < N / 4; ++Left) {
    Out[Left] = Heap->Key;
    struct Node *First = Heap;
    Heap = removeFirst(Heap);
    First->Key = 0;
  }
  for (int I = 0; I < Raised; ++I) {
    struct Node *Of = &Nodes[Lower[I] % N];
    if (Of->Key)
      Heap = lower(Heap, Of, Of->Key - Of->Key / 4);
  }
  for (; Heap; ++Left) {
    Out[Left] = Heap->Key;
    Heap = removeFirst(Heap);
  }
}
double checksum(void) {
  double S = 0;
  for (int I = 0; I < N; ++I)
    S += Out[I] * 1e-6 * (1 + I % 7);
  return S;
}
