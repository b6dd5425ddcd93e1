//===- bwt-inverse.c - A text back from its Burrows-Wheeler transform ----===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 1500 };
static unsigned char Last[N], Text[N];
static unsigned short Before[N];
void setup(void) {}
void prepare(unsigned Call) {
  fillBytes(Last, N, Call + 1);
  for (int I = 0; I < N; ++I)
    Last[I] = (unsigned char)('a' + Last[I] % 20);
}
KERNEL void kernel(void) {
  unsigned Start[256] = {0}, Sum = 0;
  for (int I = 0; I < N; ++I)
    ++Start[Last[I]];
  for (int C = 0; C < 256; ++C) {
    unsigned Count = Start[C];
    Start[C] = Sum;
    Sum += Count;
  }
  for (int I = 0; I < N; ++I)
    Before[I] = (unsigned short)Start[Last[I]]++;
  unsigned At = 0;
  for (int I = N - 1; I >= 0; --I) {
    Text[I] = Last[At];
    At = Before[At];
  }
}
double checksum(void) { return sumBytes(Text, N); }
