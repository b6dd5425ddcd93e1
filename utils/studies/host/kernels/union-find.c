//===- union-find.c -------------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Connected components by union and find.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { Vertices = 10000, Edges = 16000 };
static int Parent[Vertices], Ends[Edges][2];
static int Components;

static int find(int V) {
  while (Parent[V] != V) {
    Parent[V] = Parent[Parent[V]];
    V = Parent[V];
  }
  return V;
}

void setup(void) {}

void prepare(unsigned Call) {
  unsigned long long State = Call + 1;
  for (int V = 0; V < Vertices; ++V)
    Parent[V] = V;
  for (int E = 0; E < Edges; ++E) {
    Ends[E][0] = (int)(nextRandom(&State) % Vertices);
    Ends[E][1] = (int)(nextRandom(&State) % Vertices);
  }
}

KERNEL void kernel(void) {
  int Count = Vertices;
  for (int E = 0; E < Edges; ++E) {
    int A = find(Ends[E][0]), B = find(Ends[E][1]);
    if (A != B) {
      Parent[A] = B;
      --Count;
    }
  }
  Components = Count;
}

double checksum(void) { return Components; }
