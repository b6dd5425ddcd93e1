//===- collatz.c ----------------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lengths of Collatz sequences.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 3000 };
static unsigned First;
static unsigned Longest;

void setup(void) {}

void prepare(unsigned Call) { First = 1000 + 3000 * (Call % 200); }

KERNEL void kernel(void) {
  unsigned Best = 0;
  for (unsigned I = First; I < First + N; ++I) {
    unsigned Length = 0;
    for (unsigned long long V = I; V != 1; ++Length)
      V = V & 1 ? 3 * V + 1 : V / 2;
    if (Length > Best)
      Best = Length;
  }
  Longest = Best;
}

double checksum(void) { return Longest; }
