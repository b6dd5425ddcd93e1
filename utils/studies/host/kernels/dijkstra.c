//===- dijkstra.c ---------------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shortest paths with a binary heap.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { Vertices = 2000, Edges = 12000 };
static int Starts[Vertices + 1], Targets[Edges], Weights[Edges];
static int Distance[Vertices];
static struct {
  int Distance, Vertex;
} Heap[Edges + 1];
static int Size, First;

static void push(int D, int V) {
  int I = Size++;
  for (; I > 0 && Heap[(I - 1) / 2].Distance > D; I = (I - 1) / 2)
    Heap[I] = Heap[(I - 1) / 2];
  Heap[I].Distance = D;
  Heap[I].Vertex = V;
}

static void pop(void) {
  int D = Heap[--Size].Distance, V = Heap[Size].Vertex, I = 0;
  for (int Child; (Child = 2 * I + 1) < Size; I = Child) {
    if (Child + 1 < Size && Heap[Child + 1].Distance < Heap[Child].Distance)
      ++Child;
    if (Heap[Child].Distance >= D)
      break;
    Heap[I] = Heap[Child];
  }
  Heap[I].Distance = D;
  Heap[I].Vertex = V;
}

void setup(void) {
  unsigned long long State = 9;
  for (int V = 0; V <= Vertices; ++V)
    Starts[V] = V * (Edges / Vertices);
  for (int E = 0; E < Edges; ++E) {
    Targets[E] = (int)(nextRandom(&State) % Vertices);
    Weights[E] = 1 + (int)(nextRandom(&State) % 1000);
  }
}

void prepare(unsigned Call) {
  First = (int)(Call * 37 % Vertices);
  for (int V = 0; V < Vertices; ++V)
    Distance[V] = 1 << 30;
}

KERNEL void kernel(void) {
  Size = 0;
  Distance[First] = 0;
  push(0, First);
  while (Size > 0) {
    int D = Heap[0].Distance, V = Heap[0].Vertex;
    pop();
    if (D > Distance[V])
      continue;
    for (int E = Starts[V]; E < Starts[V + 1]; ++E)
      if (D + Weights[E] < Distance[Targets[E]]) {
        Distance[Targets[E]] = D + Weights[E];
        push(D + Weights[E], Targets[E]);
      }
  }
}

double checksum(void) {
  double Sum = 0;
  for (int V = 0; V < Vertices; ++V)
    Sum += Distance[V];
  return Sum;
}
