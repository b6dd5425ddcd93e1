//===- mapped-trie.c - A tree of hashes without empty places --------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 120, Questions = 150, Bits = 5, Width = 1 << Bits, Space = 1600 };
/// An inner node if it has children, whose first is at Value, else a key.
struct Slot {
  unsigned Children, Value, Key;
};
static struct Slot Slots[Space], Root;
static unsigned Used, Free[Width + 1];
static unsigned Keys[N], Asked[Questions], Hits, Sum;
void setup(void) {}
void prepare(unsigned Call) {
  fillWords(Keys, N, Call + 1);
  fillWords(Asked, Questions, Call + 100);
  for (int I = 0; I < Questions; ++I)
    if (Asked[I] & 1)
      Asked[I] = Keys[Asked[I] % N];
}
HELPER unsigned hash(unsigned Key) {
  Key = (Key ^ Key >> 16) * 0x85EBCA6Bu;
  Key = (Key ^ Key >> 13) * 0xC2B2AE35u;
  return Key ^ Key >> 16;
}
HELPER unsigned count(unsigned Word) {
  return (unsigned)__builtin_popcount(Word);
}
static unsigned take(unsigned Number) {
  unsigned At = Free[Number];
  if (At) {
    Free[Number] = Slots[At].Value;
    return At;
  }
  At = Used;
  Used += Number;
  return At;
}
static void give(unsigned At, unsigned Number) {
  Slots[At].Value = Free[Number];
  Free[Number] = At;
}
/// The children move to a place with room for one more.
static struct Slot *grow(struct Slot *S, unsigned Bit) {
  unsigned Number = count(S->Children), At = count(S->Children & (Bit - 1));
  unsigned Old = S->Value, New = take(Number + 1);
  for (unsigned I = 0; I < At; ++I)
    Slots[New + I] = Slots[Old + I];
  for (unsigned I = At; I < Number; ++I)
    Slots[New + I + 1] = Slots[Old + I];
  if (Number)
    give(Old, Number);
  S->Children |= Bit;
  S->Value = New;
  return &Slots[New + At];
}
static void insert(unsigned Key, unsigned Value) {
  struct Slot *S = &Root;
  unsigned Hash = hash(Key);
  for (unsigned Shift = 0;; Shift += Bits) {
    unsigned Bit = 1u << (Hash >> Shift) % Width;
    if (!(S->Children & Bit)) {
      *grow(S, Bit) = (struct Slot){0, Value, Key};
      return;
    }
    S = &Slots[S->Value + count(S->Children & (Bit - 1))];
    if (S->Children)
      continue;
    if (S->Key == Key) {
      S->Value = Value;
      return;
    }
    // What was here goes one level down.
    struct Slot Other = *S;
    unsigned Lower = 1u << (hash(Other.Key) >> (Shift + Bits)) % Width;
    *S = (struct Slot){0, 0, 0};
    *grow(S, Lower) = Other;
  }
}
static const struct Slot *find(unsigned Key) {
  const struct Slot *S = &Root;
  for (unsigned Hash = hash(Key);; Hash >>= Bits) {
    unsigned Bit = 1u << Hash % Width;
    if (!(S->Children & Bit))
      return NULL;
    S = &Slots[S->Value + count(S->Children & (Bit - 1))];
    if (!S->Children)
      return S->Key == Key ? S : NULL;
  }
}
KERNEL void kernel(void) {
  Root = (struct Slot){0, 0, 0};
  Used = 1;
  for (int I = 0; I <= Width; ++I)
    Free[I] = 0;
  for (unsigned I = 0; I < N; ++I)
    insert(Keys[I], I);
  Hits = Sum = 0;
  for (int I = 0; I < Questions; ++I) {
    const struct Slot *S = find(Asked[I]);
    if (S) {
      ++Hits;
      Sum += S->Value;
    }
  }
}
double checksum(void) { return Hits + 1e-3 * Sum + 1e3 * Used; }
