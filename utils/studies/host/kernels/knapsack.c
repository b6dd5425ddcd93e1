//===- knapsack.c ---------------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Knapsack problem by dynamic programming.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { Items = 60, Capacity = 4000 };
static int Weight[Items], Value[Items], Best[Capacity + 1];

void setup(void) {
  unsigned long long State = 13;
  for (int I = 0; I < Items; ++I) {
    Weight[I] = 1 + (int)(nextRandom(&State) % 500);
    Value[I] = 1 + (int)(nextRandom(&State) % 1000);
  }
}

void prepare(unsigned Call) {
  (void)Call;
  for (int W = 0; W <= Capacity; ++W)
    Best[W] = 0;
}

KERNEL void kernel(void) {
  for (int I = 0; I < Items; ++I)
    for (int W = Capacity; W >= Weight[I]; --W) {
      int With = Best[W - Weight[I]] + Value[I];
      if (With > Best[W])
        Best[W] = With;
    }
}

double checksum(void) { return Best[Capacity]; }
