//===- topics.c - What texts are about, by chance and counts -------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { Topics = 6, Texts = 12, Length = 36, Words = 60, Passes = 3 };
static unsigned char Text[Texts][Length], Topic[Texts][Length];
static unsigned short InText[Texts][Topics], OfWord[Words][Topics];
static unsigned short Totals[Topics];
static unsigned Seed, Changed[Passes];
void setup(void) {}
void prepare(unsigned Call) {
  unsigned long long State = Call + 1;
  for (int T = 0; T < Texts; ++T) {
    unsigned Mainly = (unsigned)(nextRandom(&State) % Topics);
    for (int I = 0; I < Length; ++I) {
      unsigned long long R = nextRandom(&State);
      unsigned Of = R & 3 ? Mainly : (unsigned)(R >> 8) % Topics;
      unsigned First = (unsigned)(R >> 20) % 10;
      unsigned Second = (unsigned)(R >> 40) % 10;
      unsigned Least = First < Second ? First : Second;
      Text[T][I] = (unsigned char)(Of * 10 + Least);
    }
  }
  Seed = (unsigned)State | 1;
}
/// xorshift, as a number in [0, 1).
HELPER float chance(unsigned *Of) {
  unsigned X = *Of;
  X ^= X << 13;
  X ^= X >> 17;
  X ^= X << 5;
  *Of = X;
  return (float)(X >> 8) / 16777216.0f;
}
static void begin(unsigned *Random) {
  for (int K = 0; K < Topics; ++K) {
    Totals[K] = 0;
    for (int T = 0; T < Texts; ++T)
      InText[T][K] = 0;
    for (int W = 0; W < Words; ++W)
      OfWord[W][K] = 0;
  }
  for (int T = 0; T < Texts; ++T)
    for (int I = 0; I < Length; ++I) {
      unsigned K = (unsigned)(chance(Random) * Topics);
      Topic[T][I] = (unsigned char)K;
      ++InText[T][K];
      ++OfWord[Text[T][I]][K];
      ++Totals[K];
    }
}
static unsigned draw(const unsigned short *Of, const unsigned short *Word,
                     float Random) {
  const float Alpha = 0.4f, Beta = 0.1f;
  float Sums[Topics], Sum = 0;
  for (int K = 0; K < Topics; ++K) {
    Sum += ((float)Of[K] + Alpha) * ((float)Word[K] + Beta) /
           ((float)Totals[K] + Beta * Words);
    Sums[K] = Sum;
  }
  float Aim = Random * Sum;
  unsigned K = 0;
  while (K < Topics - 1 && Sums[K] <= Aim)
    ++K;
  return K;
}
KERNEL void kernel(void) {
  unsigned Random = Seed;
  begin(&Random);
  for (int P = 0; P < Passes; ++P) {
    unsigned Number = 0;
    for (int T = 0; T < Texts; ++T)
      for (int I = 0; I < Length; ++I) {
        unsigned Old = Topic[T][I];
        unsigned short *Of = InText[T], *Word = OfWord[Text[T][I]];
        --Of[Old];
        --Word[Old];
        --Totals[Old];
        unsigned New = draw(Of, Word, chance(&Random));
        ++Of[New];
        ++Word[New];
        ++Totals[New];
        Topic[T][I] = (unsigned char)New;
        Number += New != Old;
      }
    Changed[P] = Number;
  }
}
double checksum(void) {
  double S = 0;
  for (int P = 0; P < Passes; ++P)
    S += 1e4 * Changed[P] * (P + 1);
  for (int T = 0; T < Texts; ++T)
    for (int K = 0; K < Topics; ++K)
      S += InText[T][K] * InText[T][K] * (1 + (T + K) % 5);
  return S;
}
