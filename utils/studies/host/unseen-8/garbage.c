//===- garbage.c - Marks on all that is reached; the rest is freed --------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 1600, Roots = 12, Words = N / 64 };
typedef unsigned long long Word;
static struct Object {
  struct Object *First, *Second;
  unsigned Age, Unused[11];
} Heap[N];
static struct Object *Root[Roots], *Stack[N], *Free;
static Word Marks[Words];
static unsigned Live;
void setup(void) {}
void prepare(unsigned Call) {
  unsigned long long State = Call + 1;
  for (int I = 0; I < N; ++I) {
    Word R = nextRandom(&State);
    Heap[I].First = R & 7 ? &Heap[(R >> 8) % N] : NULL;
    Heap[I].Second = R >> 4 & 1 ? &Heap[(R >> 32) % N] : NULL;
  }
  for (int I = 0; I < Roots; ++I)
    Root[I] = &Heap[nextRandom(&State) % N];
}
HELPER unsigned mark(struct Object *O, unsigned Height) {
  if (!O)
    return Height;
  unsigned I = (unsigned)(O - Heap);
  Word Bit = 1ull << I % 64;
  if (Marks[I / 64] & Bit)
    return Height;
  Marks[I / 64] |= Bit;
  Stack[Height] = O;
  return Height + 1;
}
KERNEL void kernel(void) {
  unsigned Height = 0, Reached = 0;
  for (int I = 0; I < Words; ++I)
    Marks[I] = 0;
  for (int I = 0; I < Roots; ++I)
    Height = mark(Root[I], Height);
  while (Height > 0) {
    struct Object *O = Stack[--Height];
    ++O->Age;
    ++Reached;
    Height = mark(O->First, Height);
    Height = mark(O->Second, Height);
  }
  Free = NULL;
  for (int I = 0; I < Words; ++I)
    for (Word Dead = ~Marks[I]; Dead; Dead &= Dead - 1) {
      struct Object *O = &Heap[I * 64 + __builtin_ctzll(Dead)];
      O->First = Free;
      O->Age = 0;
      Free = O;
    }
  Live = Reached;
}
double checksum(void) {
  double S = Live;
  for (int I = 0; I < N; ++I)
    S += Heap[I].Age;
  for (const struct Object *O = Free; O; O = O->First)
    S += 1e-3 * (double)(O - Heap);
  return S;
}
