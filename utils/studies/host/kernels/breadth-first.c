//===- breadth-first.c ----------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Breadth-first search of a random graph.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { Vertices = 8000, Edges = 64000 };
static int Starts[Vertices + 1], Targets[Edges], Distance[Vertices],
    Queue[Vertices];
static int First;

void setup(void) {
  unsigned long long State = 9;
  for (int V = 0; V <= Vertices; ++V)
    Starts[V] = V * (Edges / Vertices);
  for (int E = 0; E < Edges; ++E)
    Targets[E] = (int)(nextRandom(&State) % Vertices);
}

void prepare(unsigned Call) { First = (int)(Call * 17 % Vertices); }

KERNEL void kernel(void) {
  for (int V = 0; V < Vertices; ++V)
    Distance[V] = -1;
  int Head = 0, Tail = 0;
  Queue[Tail++] = First;
  Distance[First] = 0;
  while (Head < Tail) {
    int V = Queue[Head++];
    for (int E = Starts[V]; E < Starts[V + 1]; ++E) {
      int T = Targets[E];
      if (Distance[T] < 0) {
        Distance[T] = Distance[V] + 1;
        Queue[Tail++] = T;
      }
    }
  }
}

double checksum(void) {
  double Sum = 0;
  for (int V = 0; V < Vertices; ++V)
    Sum += Distance[V];
  return Sum;
}
