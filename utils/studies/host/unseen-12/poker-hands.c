//===- poker-hands.c - Seven cards, and the best five of them ------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { Deals = 14, Players = 3 };
enum Rank {
  HighCard,
  Pair,
  TwoPairs,
  Three,
  Straight,
  Flush,
  FullHouse,
  Four,
  Running
};
static unsigned char Cards[Deals][2 * Players + 5];
static unsigned Values[Deals][Players];
static unsigned char Winners[Deals];
static unsigned Counts[Running + 1];
void setup(void) {}
void prepare(unsigned Call) {
  unsigned long long State = Call + 1;
  for (int D = 0; D < Deals; ++D) {
    unsigned char Deck[52];
    for (unsigned I = 0; I < 52; ++I)
      Deck[I] = (unsigned char)I;
    for (unsigned I = 0; I < 2 * Players + 5; ++I) {
      unsigned J = I + (unsigned)(nextRandom(&State) % (52 - I));
      Cards[D][I] = Deck[J];
      Deck[J] = Deck[I];
    }
  }
}
/// The upper end of five in a row, or 0; an ace is also below the two.
static unsigned straight(unsigned Ranks) {
  unsigned R = Ranks << 1 | (Ranks >> 12 & 1);
  R &= R << 1;
  R &= R << 1;
  R &= R << 1;
  R &= R << 1;
  return R ? 31 - (unsigned)__builtin_clz(R) : 0;
}
HELPER unsigned highest(unsigned Set) {
  return 31 - (unsigned)__builtin_clz(Set);
}
/// The highest cards of a set, each in four bits.
static unsigned kickers(unsigned Set, int Number) {
  unsigned Value = 0;
  for (int I = 0; I < Number; ++I) {
    unsigned High = highest(Set);
    Value = Value << 4 | High;
    Set ^= 1u << High;
  }
  return Value;
}
static unsigned evaluate(const unsigned char *Own,
                         const unsigned char *Shared) {
  unsigned Suits[4] = {0, 0, 0, 0};
  for (int I = 0; I < 7; ++I) {
    unsigned Card = I < 2 ? Own[I] : Shared[I - 2];
    Suits[Card & 3] |= 1u << (Card >> 2);
  }
  unsigned A = Suits[0], B = Suits[1], C = Suits[2], D = Suits[3];
  unsigned Any = A | B | C | D;
  for (int S = 0; S < 4; ++S)
    if (__builtin_popcount(Suits[S]) >= 5) {
      unsigned End = straight(Suits[S]);
      if (End)
        return Running << 20 | End;
      return Flush << 20 | kickers(Suits[S], 5);
    }
  unsigned Fours = A & B & C & D;
  if (Fours)
    return Four << 20 | highest(Fours) << 4 | highest(Any ^ Fours);
  unsigned Threes = ((A & B) | (C & D)) & ((A & C) | (B & D));
  unsigned Twos = (A ^ B ^ C ^ D) ^ Any;
  if (Threes && (Twos || (Threes & (Threes - 1)))) {
    unsigned High = highest(Threes);
    return FullHouse << 20 | High << 4 | highest(Twos | (Threes ^ 1u << High));
  }
  unsigned End = straight(Any);
  if (End)
    return Straight << 20 | End;
  if (Threes)
    return Three << 20 | highest(Threes) << 8 | kickers(Any ^ Threes, 2);
  if (Twos) {
    unsigned High = highest(Twos), Rest = Twos ^ 1u << High;
    if (!Rest)
      return Pair << 20 | High << 12 | kickers(Any ^ Twos, 3);
    unsigned Low = highest(Rest);
    return TwoPairs << 20 | High << 8 | Low << 4 |
           highest(Any ^ 1u << High ^ 1u << Low);
  }
  return HighCard << 20 | kickers(Any, 5);
}
KERNEL void kernel(void) {
  for (int I = 0; I <= Running; ++I)
    Counts[I] = 0;
  for (int D = 0; D < Deals; ++D) {
    const unsigned char *Deal = Cards[D];
    unsigned Best = 0, Winner = 0;
    for (unsigned P = 0; P < Players; ++P) {
      unsigned Value = evaluate(Deal + 2 * P, Deal + 2 * Players);
      Values[D][P] = Value;
      ++Counts[Value >> 20];
      if (Value > Best) {
        Best = Value;
        Winner = 0;
      }
      if (Value == Best)
        Winner |= 1u << P;
    }
    Winners[D] = (unsigned char)Winner;
  }
}
double checksum(void) {
  double S = 0;
  for (int D = 0; D < Deals; ++D) {
    S += Winners[D] * (1 + D % 5);
    for (int P = 0; P < Players; ++P)
      S += Values[D][P] * 1e-3 * (1 + P);
  }
  for (int I = 0; I <= Running; ++I)
    S += 1e6 * Counts[I] * (I + 1);
  return S;
}
