//===- event-queue.c ----------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A heap of four children a node, from which the least is taken and put back
// later, 3000 times.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 1000, Steps = 3000 };
static struct Event {
  unsigned Time, What;
} Heap[4 * N];
static unsigned Delay[Steps], Now;

void setup(void) {}

void prepare(unsigned Call) {
  fillWords(Delay, Steps, Call + 1);
  for (int I = 0; I < Steps; ++I)
    Delay[I] %= 5000;
  for (unsigned I = 0; I < 4 * N; ++I)
    Heap[I].Time = I < N ? I * 5 : ~0u, Heap[I].What = I;
}

KERNEL void kernel(void) {
  unsigned Time = 0;
  for (int S = 0; S < Steps; ++S) {
    struct Event E = Heap[0];
    E.Time += Delay[S];
    Time += Heap[0].Time;
    unsigned At = 0;
    for (;;) {
      unsigned Child = 4 * At + 1, Least = Child;
      if (Child >= N)
        break;
      for (unsigned C = Child + 1; C < Child + 4; ++C)
        if (Heap[C].Time < Heap[Least].Time)
          Least = C;
      if (Heap[Least].Time >= E.Time)
        break;
      Heap[At] = Heap[Least];
      At = Least;
    }
    Heap[At] = E;
  }
  Now = Time;
}

double checksum(void) { return Now; }
