//===- xorshift.c ---------------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A random number generator.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 150000 };
static unsigned long long State = 88172645463325252ull;

void setup(void) {}

void prepare(unsigned Call) { (void)Call; }

KERNEL void kernel(void) {
  unsigned long long S = State;
  for (int I = 0; I < N; ++I) {
    S ^= S << 13;
    S ^= S >> 7;
    S ^= S << 17;
  }
  State = S;
}

double checksum(void) { return (double)(State >> 32); }
