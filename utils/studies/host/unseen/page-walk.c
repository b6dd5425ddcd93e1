//===- page-walk.c ------------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One word of each of 3000 pages, in a fixed order that jumps.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { Pages = 3000, Page = 4096 };
static unsigned char *Memory;
static unsigned Order[Pages];
static unsigned Sum;

void setup(void) {
  unsigned long long State = 17;
  Memory = allocate((size_t)Pages * Page);
  for (unsigned I = 0; I < Pages; ++I) {
    Memory[(size_t)I * Page + I % 63 * 64] = (unsigned char)I;
    Order[I] = I;
  }
  for (unsigned I = Pages - 1; I > 0; --I) {
    unsigned J = (unsigned)(nextRandom(&State) % (I + 1)), T = Order[I];
    Order[I] = Order[J];
    Order[J] = T;
  }
}

void prepare(unsigned Call) { (void)Call; }

KERNEL void kernel(void) {
  unsigned Total = 0;
  for (int I = 0; I < Pages; ++I)
    Total += Memory[(size_t)Order[I] * Page + Order[I] % 63 * 64];
  Sum = Total;
}

double checksum(void) { return Sum; }
