//===- branch-patterns.c ------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Branches on a repeated pattern of 23, on two bits of random data and on what
// the last ones were.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 3000 };
static unsigned char X[N];
static unsigned Counts[4];

void setup(void) {}

void prepare(unsigned Call) { fillBytes(X, N, Call + 1); }

static __attribute__((noinline)) unsigned odd(unsigned V) { return V * 5 + 1; }

KERNEL void kernel(void) {
  static const unsigned Pattern = 0x5A6C37;
  unsigned A = 0, B = 0, C = 0, D = 0;
  int Place = 0, Last = 0;
  for (int I = 0; I < N; ++I) {
    if (Pattern >> Place & 1)
      A = odd(A);
    Place = Place == 22 ? 0 : Place + 1;
    int Bit = X[I] & 1;
    if (Bit)
      B = odd(B);
    if (Bit && Last)
      C = odd(C);
    if ((X[I] & 0xF0) == 0)
      D = odd(D);
    Last = Bit;
  }
  Counts[0] = A, Counts[1] = B, Counts[2] = C, Counts[3] = D;
}

double checksum(void) { return (double)Counts[0] + Counts[1] + Counts[3]; }
