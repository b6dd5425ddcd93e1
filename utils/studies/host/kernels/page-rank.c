//===- page-rank.c --------------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two rounds of PageRank on a random graph.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { Vertices = 8000, Edges = 64000, Rounds = 2 };
static int Starts[Vertices + 1], Sources[Edges], Degree[Vertices];
static double Rank[2][Vertices];

void setup(void) {
  unsigned long long State = 9;
  for (int V = 0; V <= Vertices; ++V)
    Starts[V] = V * (Edges / Vertices);
  for (int E = 0; E < Edges; ++E)
    ++Degree[Sources[E] = (int)(nextRandom(&State) % Vertices)];
  for (int V = 0; V < Vertices; ++V)
    Rank[0][V] = 1.0 / Vertices;
}

void prepare(unsigned Call) { (void)Call; }

KERNEL void kernel(void) {
  for (int R = 0; R < Rounds; ++R)
    for (int V = 0; V < Vertices; ++V) {
      double Sum = 0;
      for (int E = Starts[V]; E < Starts[V + 1]; ++E) {
        int S = Sources[E];
        Sum += Rank[R & 1][S] / Degree[S];
      }
      Rank[~R & 1][V] = 0.15 / Vertices + 0.85 * Sum;
    }
}

double checksum(void) { return sumDoubles(Rank[0], Vertices); }
