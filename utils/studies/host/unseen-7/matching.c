//===- matching.c - As many pairs as possible, by paths that alternate ----===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 70, Degree = 3 };
static unsigned char Edges[N][Degree];
static signed char Left[N];
static int Seen[N], Pairs;
void setup(void) {}
void prepare(unsigned Call) {
  fillBytes(&Edges[0][0], N * Degree, Call + 1);
  for (int I = 0; I < N; ++I)
    for (int J = 0; J < Degree; ++J)
      Edges[I][J] %= N;
}
static int augment(int From, int Round) {
  for (int I = 0; I < Degree; ++I) {
    int To = Edges[From][I];
    if (Seen[To] == Round)
      continue;
    Seen[To] = Round;
    if (Left[To] < 0 || augment(Left[To], Round)) {
      Left[To] = (signed char)From;
      return 1;
    }
  }
  return 0;
}
KERNEL void kernel(void) {
  int Count = 0;
  for (int I = 0; I < N; ++I) {
    Left[I] = -1;
    Seen[I] = -1;
  }
  for (int I = 0; I < N; ++I)
    Count += augment(I, I);
  Pairs = Count;
}
double checksum(void) {
  double S = Pairs;
  for (int I = 0; I < N; ++I)
    S += I * Left[I];
  return S;
}
