//===- modular-inverse.c - One over a number of 255 bits, by halves -------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { Words = 4 };
typedef unsigned long long Word;
typedef unsigned __int128 Wide;
/// 2^255 - 19.
static const Word Prime[Words] = {~0ull - 18, ~0ull, ~0ull, ~0ull >> 1};
static Word Number[Words], Inverse[Words];
void setup(void) {}
void prepare(unsigned Call) {
  Word State = Call + 1;
  for (int I = 0; I < Words; ++I)
    Number[I] = nextRandom(&State);
  Number[Words - 1] >>= 2;
}
HELPER void add(Word *A, const Word *B) {
  Wide Sum = 0;
  for (int I = 0; I < Words; ++I) {
    Sum += (Wide)A[I] + B[I];
    A[I] = (Word)Sum;
    Sum >>= 64;
  }
}
/// Gives 1 if it borrows.
HELPER Word subtract(Word *A, const Word *B) {
  Word Borrow = 0;
  for (int I = 0; I < Words; ++I) {
    Wide Difference = (Wide)A[I] - B[I] - Borrow;
    A[I] = (Word)Difference;
    Borrow = (Word)(Difference >> 64) & 1;
  }
  return Borrow;
}
HELPER void halve(Word *A) {
  for (int I = 0; I < Words - 1; ++I)
    A[I] = A[I] >> 1 | A[I + 1] << 63;
  A[Words - 1] >>= 1;
}
HELPER int isOne(const Word *A) {
  return A[0] == 1 && (A[1] | A[2] | A[3]) == 0;
}
HELPER int isLess(const Word *A, const Word *B) {
  for (int I = Words - 1; I > 0; --I)
    if (A[I] != B[I])
      return A[I] < B[I];
  return A[0] < B[0];
}
static void makeOdd(Word *A, Word *Factor) {
  while (!(A[0] & 1)) {
    halve(A);
    if (Factor[0] & 1)
      add(Factor, Prime);
    halve(Factor);
  }
}
static void reduce(Word *A, Word *FactorA, const Word *B, const Word *FactorB) {
  subtract(A, B);
  if (subtract(FactorA, FactorB))
    add(FactorA, Prime);
}
KERNEL void kernel(void) {
  Word A[Words], B[Words], FactorA[Words], FactorB[Words];
  for (int I = 0; I < Words; ++I) {
    A[I] = Number[I];
    B[I] = Prime[I];
    FactorA[I] = I == 0;
    FactorB[I] = 0;
  }
  makeOdd(A, FactorA);
  while (!isOne(A) && !isOne(B)) {
    if (isLess(A, B)) {
      reduce(B, FactorB, A, FactorA);
      makeOdd(B, FactorB);
    } else {
      reduce(A, FactorA, B, FactorB);
      makeOdd(A, FactorA);
    }
  }
  const Word *Found = isOne(A) ? FactorA : FactorB;
  for (int I = 0; I < Words; ++I)
    Inverse[I] = Found[I];
}
double checksum(void) {
  double S = 0;
  for (int I = 0; I < Words; ++I)
    S += (double)(Inverse[I] >> 20) * 1e-10 * (I + 1);
  return S;
}
