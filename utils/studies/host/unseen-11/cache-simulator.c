//===- cache-simulator.c - What two caches and some victims would hold ----===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 220, Sets = 4, Ways = 8, LineBits = 6, SecondSets = 16 };
enum { SecondWays = 4, Victims = 4 };
static struct Access {
  unsigned Address;
  unsigned char IsStore;
} Trace[N];
struct Set {
  unsigned Tags[Ways];
  unsigned char Valid, Dirty, Tree;
};
struct SecondSet {
  unsigned Tags[SecondWays];
  unsigned char Age[SecondWays], Dirty[SecondWays];
};
static struct Set First[Sets];
static struct SecondSet Second[SecondSets];
static unsigned Hits, VictimHits, SecondHits, Writes;
static unsigned VictimLines[Victims], VictimDirty[Victims], NextVictim;
void setup(void) {}
void prepare(unsigned Call) {
  unsigned long long State = Call + 1;
  unsigned Stream = 0, Top = 0x8000;
  for (int I = 0; I < N; ++I) {
    unsigned long long R = nextRandom(&State);
    unsigned Address;
    if ((R & 7) < 3)
      Address = Stream += 24;
    else if ((R & 7) < 6)
      Address = Top += (unsigned)(R >> 32 & 0xFF) - 128;
    else
      Address = 0x10000 + (unsigned)(R >> 40) % 0xE00;
    Trace[I] = (struct Access){Address, (R >> 8 & 3) == 0};
  }
}
/// All bits on the way to a leaf point away from it.
HELPER unsigned touch(unsigned Tree, unsigned Way) {
  unsigned Node = 1;
  for (int Bit = 2; Bit >= 0; --Bit) {
    unsigned Side = Way >> Bit & 1;
    Tree = Side ? Tree & ~(1u << Node) : Tree | 1u << Node;
    Node = 2 * Node + Side;
  }
  return Tree;
}
HELPER unsigned leastUsed(unsigned Tree) {
  unsigned Node = 1;
  while (Node < Ways)
    Node = 2 * Node + (Tree >> Node & 1);
  return Node - Ways;
}
static void accessSecond(unsigned Line, int IsStore) {
  struct SecondSet *S = &Second[Line % SecondSets];
  unsigned Tag = Line / SecondSets + 1, Oldest = 0;
  for (unsigned Way = 0; Way < SecondWays; ++Way) {
    if (S->Tags[Way] == Tag) {
      for (unsigned Other = 0; Other < SecondWays; ++Other)
        if (S->Age[Other] < S->Age[Way])
          ++S->Age[Other];
      S->Age[Way] = 0;
      S->Dirty[Way] |= (unsigned char)IsStore;
      ++SecondHits;
      return;
    }
    if (S->Age[Way] > S->Age[Oldest])
      Oldest = Way;
  }
  Writes += S->Dirty[Oldest];
  for (unsigned Way = 0; Way < SecondWays; ++Way)
    ++S->Age[Way];
  S->Tags[Oldest] = Tag;
  S->Age[Oldest] = 0;
  S->Dirty[Oldest] = (unsigned char)IsStore;
}
static int takeVictim(unsigned Line, unsigned *Dirty) {
  for (unsigned I = 0; I < Victims; ++I)
    if (VictimLines[I] == Line) {
      *Dirty |= VictimDirty[I];
      VictimLines[I] = ~0u;
      return 1;
    }
  return 0;
}
static void putVictim(unsigned Line, unsigned Dirty) {
  unsigned I = NextVictim++ % Victims;
  if (VictimLines[I] != ~0u && VictimDirty[I])
    accessSecond(VictimLines[I], 1);
  VictimLines[I] = Line;
  VictimDirty[I] = Dirty;
}
static void access(unsigned Address, unsigned IsStore) {
  unsigned Line = Address >> LineBits, Tag = Line / Sets;
  struct Set *S = &First[Line % Sets];
  for (unsigned Way = 0; Way < Ways; ++Way)
    if (S->Valid >> Way & 1 && S->Tags[Way] == Tag) {
      ++Hits;
      S->Tree = (unsigned char)touch(S->Tree, Way);
      S->Dirty |= (unsigned char)(IsStore << Way);
      return;
    }
  unsigned Way = leastUsed(S->Tree), Bit = 1u << Way, Dirty = IsStore;
  if (takeVictim(Line, &Dirty))
    ++VictimHits;
  else
    accessSecond(Line, 0);
  if (S->Valid & Bit)
    putVictim(S->Tags[Way] * Sets + Line % Sets, (S->Dirty & Bit) != 0);
  S->Tags[Way] = Tag;
  S->Valid |= (unsigned char)Bit;
  S->Dirty = (unsigned char)(Dirty ? S->Dirty | Bit : S->Dirty & ~Bit);
  S->Tree = (unsigned char)touch(S->Tree, Way);
}
KERNEL void kernel(void) {
  Hits = VictimHits = SecondHits = Writes = NextVictim = 0;
  for (int I = 0; I < Victims; ++I)
    VictimLines[I] = ~0u;
  for (int I = 0; I < Sets; ++I)
    First[I].Valid = First[I].Dirty = First[I].Tree = 0;
  for (int I = 0; I < SecondSets; ++I)
    for (int J = 0; J < SecondWays; ++J) {
      Second[I].Tags[J] = 0;
      Second[I].Age[J] = (unsigned char)J;
      Second[I].Dirty[J] = 0;
    }
  for (int I = 0; I < N; ++I)
    access(Trace[I].Address, Trace[I].IsStore);
}
double checksum(void) {
  return Hits + 1e3 * VictimHits + 1e6 * SecondHits + 1e-3 * Writes;
}
