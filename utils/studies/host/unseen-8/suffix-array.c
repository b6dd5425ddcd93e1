//===- suffix-array.c - The order of all ends of a text, by doubling ------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 260, Letters = 4 };
static unsigned char Text[N];
static int Sorted[N], Rank[N], Second[N], Fresh[N], Count[N + 1], Rounds;
void setup(void) {}
void prepare(unsigned Call) {
  fillBytes(Text, N, Call + 1);
  for (int I = 0; I < N; ++I)
    Text[I] = Text[I] < 150 ? 0 : Text[I] % Letters;
}
HELPER void sortByRank(int Classes) {
  for (int I = 0; I <= Classes; ++I)
    Count[I] = 0;
  for (int I = 0; I < N; ++I)
    ++Count[Rank[I]];
  for (int I = 1; I < Classes; ++I)
    Count[I] += Count[I - 1];
  for (int I = N - 1; I >= 0; --I)
    Sorted[--Count[Rank[Second[I]]]] = Second[I];
}
KERNEL void kernel(void) {
  int Classes = Letters, Round = 0;
  for (int I = 0; I < N; ++I) {
    Rank[I] = Text[I];
    Second[I] = I;
  }
  sortByRank(Classes);
  for (int Step = 1; Classes < N; Step *= 2) {
    int P = 0;
    for (int I = N - Step; I < N; ++I)
      Second[P++] = I;
    for (int I = 0; I < N; ++I)
      if (Sorted[I] >= Step)
        Second[P++] = Sorted[I] - Step;
    sortByRank(Classes);
    Classes = 0;
    for (int I = 0; I < N; ++I) {
      int A = Sorted[I], B = Sorted[I ? I - 1 : 0];
      int EndA = A + Step < N ? Rank[A + Step] : -1;
      int EndB = B + Step < N ? Rank[B + Step] : -1;
      if (I == 0 || Rank[A] != Rank[B] || EndA != EndB)
        ++Classes;
      Fresh[A] = Classes - 1;
    }
    for (int I = 0; I < N; ++I)
      Rank[I] = Fresh[I];
    ++Round;
  }
  Rounds = Round;
}
double checksum(void) {
  double S = Rounds;
  for (int I = 0; I < N; ++I)
    S += (double)I * Sorted[I];
  return S;
}
