//===- tournament.c - Sixteen sorted lists merged by a tree of losers -----===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { Lists = 16, Length = 45, N = Lists * Length };
static unsigned List[Lists][Length + 1], Out[N];
void setup(void) {}
void prepare(unsigned Call) {
  unsigned long long State = Call + 1;
  for (int I = 0; I < Lists; ++I) {
    unsigned Value = 0;
    for (int J = 0; J < Length; ++J) {
      Value += (unsigned)(nextRandom(&State) >> 40);
      List[I][J] = Value;
    }
    List[I][Length] = ~0u;
  }
}
KERNEL void kernel(void) {
  unsigned Loser[Lists], At[Lists], Key[Lists], Winner[2 * Lists];
  for (unsigned I = 0; I < Lists; ++I) {
    At[I] = 0;
    Key[I] = List[I][0];
    Winner[Lists + I] = I;
  }
  for (unsigned I = Lists - 1; I > 0; --I) {
    unsigned A = Winner[2 * I], B = Winner[2 * I + 1];
    Winner[I] = Key[A] <= Key[B] ? A : B;
    Loser[I] = Key[A] <= Key[B] ? B : A;
  }
  unsigned First = Winner[1];
  for (int I = 0; I < N; ++I) {
    Out[I] = Key[First];
    Key[First] = List[First][++At[First]];
    for (unsigned J = (First + Lists) / 2; J > 0; J /= 2) {
      unsigned Other = Loser[J];
      int Loses = Key[Other] < Key[First];
      Loser[J] = Loses ? First : Other;
      First = Loses ? Other : First;
    }
  }
}
double checksum(void) {
  double S = 0;
  for (int I = 0; I < N; ++I)
    S += Out[I] * (1.0 + I % 7);
  return S;
}
