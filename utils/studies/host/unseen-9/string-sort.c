//===- string-sort.c - Words in order, three ways at each letter ----------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 140, MostLetters = 12, Few = 6 };
static char Words[N][MostLetters + 1];
static const char *Order[N];
void setup(void) {}
void prepare(unsigned Call) {
  static const char Letters[] = "aeinrst";
  unsigned long long State = Call + 1;
  for (int I = 0; I < N; ++I) {
    unsigned long long R = nextRandom(&State);
    int Length = 4 + (int)(R >> 61), Same = I ? (int)(R >> 58 & 7) : 0;
    const char *Other = I ? Words[(R >> 32) % (unsigned)I] : Words[0];
    for (int J = 0; J < Length; ++J) {
      Words[I][J] = Letters[R % 7];
      if (J < Same && Other[J])
        Words[I][J] = Other[J];
      R /= 7;
    }
    Words[I][Length] = 0;
    Order[I] = Words[I];
  }
}
HELPER void swap(const char **A, const char **B) {
  const char *T = *A;
  *A = *B;
  *B = T;
}
static int isLess(const char *A, const char *B) {
  for (; *A && *A == *B; ++B)
    ++A;
  return *A < *B;
}
static void insertionSort(const char **From, int Number, int Depth) {
  for (int I = 1; I < Number; ++I)
    for (int J = I; J > 0 && isLess(From[J] + Depth, From[J - 1] + Depth); --J)
      swap(&From[J], &From[J - 1]);
}
static void sort(const char **From, int Number, int Depth) {
  while (Number > Few) {
    char Pivot = From[Number / 2][Depth];
    int Less = 0, I = 0, More = Number;
    while (I < More) {
      char Letter = From[I][Depth];
      if (Letter < Pivot)
        swap(&From[Less++], &From[I++]);
      else if (Letter > Pivot)
        swap(&From[I], &From[--More]);
      else
        ++I;
    }
    sort(From, Less, Depth);
    if (Pivot)
      sort(From + Less, More - Less, Depth + 1);
    From += More;
    Number -= More;
  }
  insertionSort(From, Number, Depth);
}
KERNEL void kernel(void) { sort(Order, N, 0); }
double checksum(void) {
  double S = 0;
  for (int I = 0; I < N; ++I)
    for (int J = 0; Order[I][J]; ++J)
      S += (I + 1) * (J + 3) * Order[I][J];
  return S;
}
