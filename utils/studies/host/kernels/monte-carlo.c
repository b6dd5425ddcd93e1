//===- monte-carlo.c ------------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Pi from random points.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 60000 };
static unsigned long long State;
static int Inside;

void setup(void) {}

void prepare(unsigned Call) { State = 0x9E3779B97F4A7C15ull * (Call + 1); }

KERNEL void kernel(void) {
  unsigned long long S = State;
  int Count = 0;
  for (int I = 0; I < N; ++I) {
    S ^= S << 13;
    S ^= S >> 7;
    S ^= S << 17;
    double X = (double)(S & 0xFFFFFFFF) / 4294967296.0;
    double Y = (double)(S >> 32) / 4294967296.0;
    if (X * X + Y * Y < 1)
      ++Count;
  }
  Inside = Count;
}

double checksum(void) { return Inside; }
