//===- line-breaks.c - A paragraph in lines that are as even as possible --===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 260, Width = 60 };
static unsigned char Lengths[N];
static unsigned Cost[N + 1];
static unsigned short Break[N + 1], Lines;
void setup(void) {}
void prepare(unsigned Call) {
  fillBytes(Lengths, N, Call + 1);
  for (int I = 0; I < N; ++I)
    Lengths[I] = (unsigned char)(1 + Lengths[I] % 11);
}
KERNEL void kernel(void) {
  Cost[N] = 0;
  for (int I = N - 1; I >= 0; --I) {
    unsigned Best = ~0u;
    int Long = -1;
    for (int J = I; J < N; ++J) {
      Long += Lengths[J] + 1;
      if (Long > Width)
        break;
      unsigned Gap = (unsigned)(Width - Long);
      unsigned C = J == N - 1 ? 0 : Gap * Gap + Cost[J + 1];
      if (C < Best) {
        Best = C;
        Break[I] = (unsigned short)(J + 1);
      }
    }
    Cost[I] = Best;
  }
  Lines = 0;
  for (int I = 0; I < N; I = Break[I])
    ++Lines;
}
double checksum(void) { return Cost[0] + 1e-3 * Lines; }
