//===- cyk.c - All ways to read sentences, by a grammar -------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { Length = 14, Sentences = 4, Kinds = 14, MostRules = 6 };
enum Kind {
  S,
  NP,
  VP,
  PP,
  Nbar,
  Det,
  Noun,
  Verb,
  Prep,
  Adj,
  Adv,
  And,
  AndNP,
  AndVP
};
/// Of, First, Second: a part of kind Of is one of First and one of Second.
static const unsigned char Rules[][3] = {
    {S, NP, VP},       {NP, Det, Nbar},  {NP, NP, PP},       {NP, Adj, Nbar},
    {Nbar, Adj, Nbar}, {Nbar, Noun, PP}, {Nbar, Noun, Noun}, {VP, Verb, NP},
    {VP, VP, PP},      {VP, VP, Adv},    {VP, Adv, VP},      {PP, Prep, NP},
    {AndNP, And, NP},  {NP, NP, AndNP},  {AndVP, And, VP},   {VP, VP, AndVP},
    {Adj, Adv, Adj},   {VP, Verb, PP}};
/// What each word can be.
static const unsigned short Words[] = {1 << Det,
                                       1 << Det,
                                       1 << Noun | 1 << Nbar | 1 << NP,
                                       1 << Noun | 1 << Nbar,
                                       1 << Noun | 1 << Nbar | 1 << Verb |
                                           1 << VP,
                                       1 << Verb | 1 << VP,
                                       1 << Verb,
                                       1 << Prep,
                                       1 << Prep | 1 << Adv,
                                       1 << Adj,
                                       1 << Adj | 1 << Noun | 1 << Nbar,
                                       1 << Adv,
                                       1 << And};
/// Which words come after a word, more or less.
static const char *const After[] = {"2349a", "3249", "57c6", "5678", "0178",
                                    "0178",  "0129", "0123", "0129", "3349",
                                    "3465",  "5659", "0156"};
static struct {
  unsigned Number;
  unsigned char Second[MostRules], Of[MostRules];
} By[Kinds];
static unsigned char Sentence[Sentences][Length];
static unsigned short Parts[Sentences][Length][Length + 1];
void setup(void) {
  for (size_t I = 0; I < sizeof(Rules) / sizeof(Rules[0]); ++I) {
    unsigned First = Rules[I][1], At = By[First].Number++;
    By[First].Of[At] = Rules[I][0];
    By[First].Second[At] = Rules[I][2];
  }
}
void prepare(unsigned Call) {
  unsigned long long State = Call + 1;
  for (int I = 0; I < Sentences; ++I) {
    unsigned Word = 0;
    for (int J = 0; J < Length; ++J) {
      Sentence[I][J] = (unsigned char)Word;
      char Next = After[Word][nextRandom(&State) >> 62];
      Word = (unsigned)(Next <= '9' ? Next - '0' : Next - 'a' + 10);
    }
  }
}
HELPER unsigned combine(unsigned Left, unsigned Right) {
  unsigned Found = 0;
  for (; Left; Left &= Left - 1) {
    unsigned First = (unsigned)__builtin_ctz(Left);
    for (unsigned I = 0; I < By[First].Number; ++I)
      if (Right >> By[First].Second[I] & 1)
        Found |= 1u << By[First].Of[I];
  }
  return Found;
}
static void read(const unsigned char *Sentence,
                 unsigned short (*Parts)[Length + 1]) {
  for (int I = 0; I < Length; ++I)
    Parts[I][I + 1] = Words[Sentence[I]];
  for (int Span = 2; Span <= Length; ++Span)
    for (int Begin = 0; Begin + Span <= Length; ++Begin) {
      unsigned Found = 0;
      for (int Middle = Begin + 1; Middle < Begin + Span; ++Middle) {
        unsigned Left = Parts[Begin][Middle];
        unsigned Right = Parts[Middle][Begin + Span];
        if (Left && Right)
          Found |= combine(Left, Right);
      }
      Parts[Begin][Begin + Span] = (unsigned short)Found;
    }
}
KERNEL void kernel(void) {
  for (int I = 0; I < Sentences; ++I)
    read(Sentence[I], Parts[I]);
}
double checksum(void) {
  double Sum = 0;
  for (int K = 0; K < Sentences; ++K)
    for (int I = 0; I < Length; ++I)
      for (int J = I + 1; J <= Length; ++J)
        Sum += Parts[K][I][J] * (1 + J % 5);
  return Sum;
}
