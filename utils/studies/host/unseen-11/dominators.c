//===- dominators.c - Blocks that all ways to a block lead through --------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 46, MostEdges = 2 * N };
/// Two ways out of each block, of which the second may be missing.
static short Out[N][2];
static short FirstIn[N + 1], In[MostEdges];
static short Order[N], Place[N], Dominator[N];
static unsigned char Depth[N], Frontier[N];
static unsigned Reached, Passes;
void setup(void) {}
void prepare(unsigned Call) {
  unsigned long long State = Call + 1;
  for (int I = 0; I < N; ++I) {
    unsigned long long R = nextRandom(&State);
    int Next = I + 1 < N ? I + 1 : -1, Jump = -1;
    int Far = 1 + (int)(R >> 8 & 7);
    switch (R & 7) {
    case 0:
      Jump = I - Far;
      break;
    case 1:
    case 2:
    case 3:
      Jump = I + 1 + Far;
      break;
    case 4:
      Next = I + Far;
      break;
    default:
      break;
    }
    Out[I][0] = (short)(Next < N ? Next : -1);
    Out[I][1] = (short)(Jump > 0 && Jump < N ? Jump : -1);
  }
}
static void findPredecessors(void) {
  for (int I = 0; I <= N; ++I)
    FirstIn[I] = 0;
  for (int I = 0; I < N; ++I)
    for (int J = 0; J < 2; ++J)
      if (Out[I][J] >= 0)
        ++FirstIn[Out[I][J]];
  for (int I = 1; I <= N; ++I)
    FirstIn[I] = (short)(FirstIn[I] + FirstIn[I - 1]);
  for (int I = 0; I < N; ++I)
    for (int J = 0; J < 2; ++J)
      if (Out[I][J] >= 0)
        In[--FirstIn[Out[I][J]]] = (short)I;
}
/// Blocks after all that they lead to, without recursion.
static int orderBlocks(void) {
  short Stack[N];
  unsigned char Tried[N];
  int Top = 0, Number = 0;
  for (int I = 0; I < N; ++I) {
    Place[I] = -1;
    Tried[I] = 0;
  }
  Stack[Top++] = 0;
  Place[0] = 0;
  while (Top) {
    short Block = Stack[Top - 1];
    if (Tried[Block] == 2) {
      --Top;
      Place[Block] = (short)Number;
      Order[Number++] = Block;
      continue;
    }
    short Next = Out[Block][Tried[Block]++];
    if (Next >= 0 && Place[Next] < 0) {
      Place[Next] = 0;
      Stack[Top++] = Next;
    }
  }
  return Number;
}
HELPER short common(short A, short B) {
  while (A != B) {
    while (Place[A] < Place[B])
      A = Dominator[A];
    while (Place[B] < Place[A])
      B = Dominator[B];
  }
  return A;
}
KERNEL void kernel(void) {
  findPredecessors();
  int Number = orderBlocks();
  unsigned Count = 0;
  for (int I = 0; I < N; ++I) {
    Dominator[I] = -1;
    Depth[I] = Frontier[I] = 0;
  }
  Dominator[0] = 0;
  for (int Changed = 1; Changed; ++Count) {
    Changed = 0;
    for (int I = Number - 2; I >= 0; --I) {
      short Block = Order[I], New = -1;
      for (int J = FirstIn[Block]; J < FirstIn[Block + 1]; ++J) {
        short From = In[J];
        if (Dominator[From] < 0)
          continue;
        New = New < 0 ? From : common(From, New);
      }
      if (Dominator[Block] != New) {
        Dominator[Block] = New;
        Changed = 1;
      }
    }
  }
  for (int I = Number - 2; I >= 0; --I) {
    short Block = Order[I];
    Depth[Block] = (unsigned char)(Depth[Dominator[Block]] + 1);
    if (FirstIn[Block + 1] - FirstIn[Block] < 2)
      continue;
    for (int J = FirstIn[Block]; J < FirstIn[Block + 1]; ++J) {
      if (Place[In[J]] < 0)
        continue;
      for (short At = In[J]; At != Dominator[Block]; At = Dominator[At])
        ++Frontier[At];
    }
  }
  Reached = (unsigned)Number;
  Passes = Count;
}
double checksum(void) {
  double S = Reached + 100.0 * Passes;
  for (int I = 0; I < N; ++I)
    S += Dominator[I] * (1 + I % 5) + Depth[I] + 1e-2 * Frontier[I];
  return S;
}
