//===- roaring.c - Sets in pieces, as lists or as bits, intersected -------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { Pieces = 30, Span = 4096, Words = Span / 64, MostListed = 200 };
typedef unsigned long long Word;
static struct Set {
  unsigned short Key[Pieces], Number[Pieces];
  union {
    unsigned short List[MostListed];
    Word Bits[Words];
  } Piece[Pieces];
} Sets[2];
static unsigned short Out[MostListed * Pieces];
static unsigned Common, Listed;
void setup(void) {}
static void fill(struct Set *S, Word *State) {
  unsigned Key = 0;
  for (int I = 0; I < Pieces; ++I) {
    Word R = nextRandom(State);
    S->Key[I] = (unsigned short)(Key += 1 + (R & 3) / 3);
    if (R >> 62 == 0) {
      S->Number[I] = MostListed + 1;
      for (int J = 0; J < Words; ++J)
        S->Piece[I].Bits[J] = nextRandom(State) & nextRandom(State);
      continue;
    }
    unsigned Number = R >> 61 & 1 ? 100 + (R >> 8) % 100 : 8 + (R >> 8) % 16;
    unsigned Value = 0, Step = Span / (Number + 1);
    S->Number[I] = (unsigned short)Number;
    for (unsigned J = 0; J < Number; ++J) {
      Value += 1 + (unsigned)(nextRandom(State) >> 32) % Step;
      S->Piece[I].List[J] = (unsigned short)Value;
    }
  }
}
void prepare(unsigned Call) {
  Word State = Call + 1;
  fill(&Sets[0], &State);
  fill(&Sets[1], &State);
}
static unsigned merge(const unsigned short *A, unsigned NumberA,
                      const unsigned short *B, unsigned NumberB,
                      unsigned short *To) {
  unsigned I = 0, J = 0, Number = 0;
  while (I < NumberA && J < NumberB) {
    if (A[I] < B[J])
      ++I;
    else if (A[I] > B[J])
      ++J;
    else {
      To[Number++] = A[I++];
      ++J;
    }
  }
  return Number;
}
static unsigned pick(const unsigned short *List, unsigned Size,
                     const Word *Bits, unsigned short *To) {
  unsigned Number = 0;
  for (unsigned I = 0; I < Size; ++I)
    if (Bits[List[I] / 64] >> List[I] % 64 & 1)
      To[Number++] = List[I];
  return Number;
}
KERNEL void kernel(void) {
  const struct Set *A = &Sets[0], *B = &Sets[1];
  unsigned Set = 0, Number = 0;
  for (int I = 0, J = 0; I < Pieces && J < Pieces;) {
    if (A->Key[I] != B->Key[J]) {
      *(A->Key[I] < B->Key[J] ? &I : &J) += 1;
      continue;
    }
    int Swap = A->Number[I] > B->Number[J];
    const struct Set *Less = Swap ? B : A, *More = Swap ? A : B;
    int K = Swap ? J : I, L = Swap ? I : J;
    unsigned Few = Less->Number[K], Many = More->Number[L];
    unsigned short *To = Out + Number;
    if (Few > MostListed)
      for (int M = 0; M < Words; ++M)
        Set += (unsigned)__builtin_popcountll(Less->Piece[K].Bits[M] &
                                              More->Piece[L].Bits[M]);
    else if (Many > MostListed)
      Number += pick(Less->Piece[K].List, Few, More->Piece[L].Bits, To);
    else
      Number += merge(Less->Piece[K].List, Few, More->Piece[L].List, Many, To);
    ++I;
    ++J;
  }
  Listed = Number;
  Common = Number + Set;
}
double checksum(void) {
  double S = Common;
  for (unsigned I = 0; I < Listed; ++I)
    S += I * 1e-3 * Out[I];
  return S;
}
