//===- perfect-hash.c - A table of keys without a collision, and questions ===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { Keys = 110, Buckets = 40, Places = 128, Questions = 160 };
static unsigned long long All[Keys], Asked[Questions];
static unsigned short Seeds[Buckets];
static unsigned char Slots[Places];
static unsigned Tries, Found, Sum;
void setup(void) {}
void prepare(unsigned Call) {
  unsigned long long State = Call + 1;
  for (int I = 0; I < Keys; ++I)
    All[I] = nextRandom(&State);
  for (int I = 0; I < Questions; ++I) {
    unsigned long long R = nextRandom(&State);
    Asked[I] = R & 3 ? All[(R >> 8) % Keys] : R;
  }
}
HELPER unsigned long long mix(unsigned long long Key, unsigned long long Seed) {
  Key ^= Seed * 0x9E3779B97F4A7C15ull;
  Key ^= Key >> 32;
  Key *= 0xD6E8FEB86659FD93ull;
  Key ^= Key >> 32;
  return Key;
}
HELPER unsigned bucketOf(unsigned long long Key) {
  return (unsigned)(mix(Key, 0) >> 40) % Buckets;
}
/// Tries seeds until all keys of a bucket come to free places.
static unsigned settle(const unsigned char *Members, unsigned Number) {
  unsigned char Chosen[Keys];
  for (unsigned Seed = 1;; ++Seed) {
    ++Tries;
    unsigned I = 0;
    for (; I < Number; ++I) {
      unsigned Place = (unsigned)mix(All[Members[I]], Seed) % Places;
      if (Slots[Place] != 0xFF)
        break;
      Slots[Place] = Members[I];
      Chosen[I] = (unsigned char)Place;
    }
    if (I == Number)
      return Seed;
    while (I > 0)
      Slots[Chosen[--I]] = 0xFF;
  }
}
static void build(void) {
  unsigned char Of[Keys], First[Buckets + 1] = {0}, Members[Keys];
  unsigned char BySize[Buckets], Sizes[Keys + 1] = {0};
  for (int I = 0; I < Keys; ++I) {
    Of[I] = (unsigned char)bucketOf(All[I]);
    ++First[Of[I]];
  }
  // The greatest buckets come first.
  for (int B = 0; B < Buckets; ++B)
    ++Sizes[First[B]];
  for (int S = Keys; S > 0; --S)
    Sizes[S - 1] = (unsigned char)(Sizes[S - 1] + Sizes[S]);
  for (int B = 0; B < Buckets; ++B)
    BySize[--Sizes[First[B]]] = (unsigned char)B;
  for (int B = 1; B <= Buckets; ++B)
    First[B] = (unsigned char)(First[B] + First[B - 1]);
  for (int I = 0; I < Keys; ++I)
    Members[--First[Of[I]]] = (unsigned char)I;
  for (int P = 0; P < Places; ++P)
    Slots[P] = 0xFF;
  for (int I = 0; I < Buckets; ++I) {
    unsigned B = BySize[I], Number = (unsigned)(First[B + 1] - First[B]);
    Seeds[B] = 0;
    if (Number)
      Seeds[B] = (unsigned short)settle(Members + First[B], Number);
  }
}
KERNEL void kernel(void) {
  Tries = Found = Sum = 0;
  build();
  for (int I = 0; I < Questions; ++I) {
    unsigned long long Key = Asked[I];
    unsigned Place = (unsigned)mix(Key, Seeds[bucketOf(Key)]) % Places;
    unsigned Index = Slots[Place];
    if (Index != 0xFF && All[Index] == Key) {
      ++Found;
      Sum += Index;
    }
  }
}
double checksum(void) {
  double S = Tries + 1e4 * Found + 1e6 * Sum;
  for (int B = 0; B < Buckets; ++B)
    S += Seeds[B] * (1 + B % 3);
  return S;
}
