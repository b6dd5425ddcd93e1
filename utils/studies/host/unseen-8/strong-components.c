//===- strong-components.c - Parts of a graph that reach each other -------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 260, MostEdges = 3 * N };
static unsigned short From[N + 1], To[MostEdges], Component[N];
static unsigned short Index[N], Low[N], Stack[N];
static unsigned Height, Next, Components;
void setup(void) {}
void prepare(unsigned Call) {
  unsigned long long State = Call + 1;
  unsigned Edge = 0;
  for (int I = 0; I < N; ++I) {
    From[I] = (unsigned short)Edge;
    unsigned Degree = (unsigned)(nextRandom(&State) >> 62);
    for (; Degree > 0; --Degree)
      To[Edge++] = (unsigned short)(nextRandom(&State) % N);
  }
  From[N] = (unsigned short)Edge;
}
static void visit(unsigned Node) {
  Index[Node] = Low[Node] = (unsigned short)++Next;
  Stack[Height++] = (unsigned short)Node;
  for (unsigned E = From[Node]; E < From[Node + 1]; ++E) {
    unsigned Other = To[E];
    if (!Index[Other]) {
      visit(Other);
      if (Low[Other] < Low[Node])
        Low[Node] = Low[Other];
    } else if (!Component[Other] && Index[Other] < Low[Node]) {
      Low[Node] = Index[Other];
    }
  }
  if (Low[Node] != Index[Node])
    return;
  unsigned Top;
  ++Components;
  do {
    Top = Stack[--Height];
    Component[Top] = (unsigned short)Components;
  } while (Top != Node);
}
KERNEL void kernel(void) {
  Height = Next = Components = 0;
  for (int I = 0; I < N; ++I)
    Index[I] = Component[I] = 0;
  for (unsigned I = 0; I < N; ++I)
    if (!Index[I])
      visit(I);
}
double checksum(void) {
  double S = Components;
  for (int I = 0; I < N; ++I)
    S += (I + 1) * Component[I];
  return S;
}
