//===- wildcards.c ------------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Names matched against a pattern with stars and question marks.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 200, Length = 20 };
static char Names[N][Length + 1];
static int Found;

void setup(void) {}

void prepare(unsigned Call) {
  unsigned long long State = Call + 1;
  for (int I = 0; I < N; ++I)
    for (int K = 0; K < Length; ++K)
      Names[I][K] = (char)('a' + nextRandom(&State) % 4);
}

static __attribute__((noinline)) int matches(const char *Text, const char *P) {
  const char *Star = 0, *Back = 0;
  while (*Text) {
    if (*P == '*') {
      Star = P++;
      Back = Text;
    } else if (*P == '?' || *P == *Text) {
      ++P;
      ++Text;
    } else if (Star) {
      P = Star + 1;
      Text = ++Back;
    } else {
      return 0;
    }
  }
  while (*P == '*')
    ++P;
  return !*P;
}

KERNEL void kernel(void) {
  int Count = 0;
  for (int I = 0; I < N; ++I)
    Count += matches(Names[I], "*ab?c*da*");
  Found = Count;
}

double checksum(void) { return Found; }
