//===- folding.c - How a strand folds with the strongest bonds ------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 31, Loop = 3 };
static unsigned char Bases[N];
static unsigned char Best[N][N];
static short Partner[N];
static unsigned Score;
void setup(void) {}
void prepare(unsigned Call) {
  fillBytes(Bases, N, Call + 1);
  for (int I = 0; I < N; ++I)
    Bases[I] &= 3;
}
/// A with U: 2, C with G: 3, G with U: 1.
static const unsigned char Bonds[4][4] = {
    {0, 0, 0, 2}, {0, 0, 3, 0}, {0, 3, 0, 1}, {2, 0, 1, 0}};
static void fill(void) {
  for (int I = 0; I < N; ++I)
    for (int J = I; J < N && J <= I + Loop; ++J)
      Best[I][J] = 0;
  for (int Span = Loop + 1; Span < N; ++Span)
    for (int I = 0; I + Span < N; ++I) {
      int J = I + Span;
      unsigned Most = Best[I + 1][J];
      if (Best[I][J - 1] > Most)
        Most = Best[I][J - 1];
      unsigned Bond = Bonds[Bases[I]][Bases[J]];
      if (Bond && Best[I + 1][J - 1] + Bond > Most)
        Most = Best[I + 1][J - 1] + Bond;
      for (int K = I + Loop + 1; K < J - Loop - 1; ++K) {
        unsigned Both = (unsigned)Best[I][K] + Best[K + 1][J];
        if (Both > Most)
          Most = Both;
      }
      Best[I][J] = (unsigned char)Most;
    }
}
static void trace(int I, int J) {
  while (I + Loop < J) {
    unsigned Most = Best[I][J];
    if (Most == 0)
      return;
    if (Most == Best[I + 1][J]) {
      ++I;
      continue;
    }
    if (Most == Best[I][J - 1]) {
      --J;
      continue;
    }
    unsigned Bond = Bonds[Bases[I]][Bases[J]];
    if (Bond && Most == Best[I + 1][J - 1] + Bond) {
      Partner[I++] = (short)J;
      Partner[J--] = (short)(I - 1);
      continue;
    }
    int K = I + Loop + 1;
    while ((unsigned)Best[I][K] + Best[K + 1][J] != Most)
      ++K;
    trace(I, K);
    I = K + 1;
  }
}
KERNEL void kernel(void) {
  for (int I = 0; I < N; ++I)
    Partner[I] = -1;
  fill();
  Score = Best[0][N - 1];
  trace(0, N - 1);
}
double checksum(void) {
  double S = 100.0 * Score;
  for (int I = 0; I < N; ++I)
    S += Partner[I] * (1 + I % 7);
  return S;
}
