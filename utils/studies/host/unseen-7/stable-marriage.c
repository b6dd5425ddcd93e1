//===- stable-marriage.c - Pairs of which no two would change -------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 80 };
static unsigned char Wishes[N][N], Rank[N][N], Partner[N];
void setup(void) {}
void prepare(unsigned Call) {
  unsigned long long State = Call + 1;
  for (int I = 0; I < N; ++I)
    for (int J = 0; J < N; ++J) {
      unsigned K = (unsigned)(nextRandom(&State) % (unsigned)(J + 1));
      unsigned L = (unsigned)(nextRandom(&State) % (unsigned)(J + 1));
      Wishes[I][J] = Wishes[I][K];
      Wishes[I][K] = (unsigned char)J;
      Rank[I][J] = Rank[I][L];
      Rank[I][L] = (unsigned char)J;
    }
}
KERNEL void kernel(void) {
  unsigned char Asked[N], Free[N];
  int Top = 0;
  for (int I = 0; I < N; ++I) {
    Asked[I] = 0;
    Partner[I] = N;
    Free[Top++] = (unsigned char)I;
  }
  while (Top > 0) {
    unsigned char Who = Free[Top - 1];
    unsigned char Whom = Wishes[Who][Asked[Who]++];
    unsigned char Old = Partner[Whom];
    if (Old == N) {
      Partner[Whom] = Who;
      --Top;
    } else if (Rank[Whom][Who] < Rank[Whom][Old]) {
      Partner[Whom] = Who;
      Free[Top - 1] = Old;
    }
  }
}
double checksum(void) {
  double S = 0;
  for (int I = 0; I < N; ++I)
    S += (I + 1) * Partner[I];
  return S;
}
