//===- bellman-ford.c - Shortest paths over a list of edges ---------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { Nodes = 64, Edges = 320 };
static struct Edge {
  unsigned char From, To;
  short Length;
} List[Edges];
static int Distance[Nodes];
void setup(void) {}
void prepare(unsigned Call) {
  unsigned long long S = Call + 1;
  for (int I = 0; I < Edges; ++I) {
    List[I].From = (unsigned char)(nextRandom(&S) % Nodes);
    List[I].To = (unsigned char)(nextRandom(&S) % Nodes);
    List[I].Length = (short)(nextRandom(&S) % 1000);
  }
}
KERNEL void kernel(void) {
  for (int I = 0; I < Nodes; ++I)
    Distance[I] = 1 << 20;
  Distance[0] = 0;
  for (int Changed = 1; Changed;) {
    Changed = 0;
    for (int I = 0; I < Edges; ++I) {
      int By = Distance[List[I].From] + List[I].Length;
      if (By < Distance[List[I].To]) {
        Distance[List[I].To] = By;
        Changed = 1;
      }
    }
  }
}
double checksum(void) {
  double S = 0;
  for (int I = 0; I < Nodes; ++I)
    S += Distance[I];
  return S;
}
