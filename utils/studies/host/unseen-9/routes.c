//===- routes.c - Addresses and their longest prefix, in tables -----------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { Routes = 6000, MostTables = 560, N = 900, Hops = 64 };
enum { Leads = 0x8000 };
typedef unsigned Entry;
static Entry First[1 << 16], Tables[MostTables][256];
static unsigned Prefix[Routes], Addresses[N], Packets[Hops];
static unsigned char Length[Routes];
static unsigned Used;
static Entry *deeper(Entry *E) {
  if (!(*E & Leads)) {
    if (Used == MostTables)
      return NULL;
    for (int I = 0; I < 256; ++I)
      Tables[Used][I] = *E;
    *E = (Entry)(Leads | Used++);
  }
  return Tables[*E & (Leads - 1)];
}
static void cover(Entry *From, unsigned Number, Entry Hop) {
  for (unsigned I = 0; I < Number; ++I)
    if (!(From[I] & Leads))
      From[I] = Hop;
}
static void add(unsigned Address, unsigned Bits, Entry Hop) {
  Entry *Table = First;
  unsigned At = Address >> 16, Below = 16;
  while (Bits > 32 - Below) {
    Table = deeper(&Table[At]);
    if (!Table)
      return;
    Below -= 8;
    At = Address >> Below & 255;
  }
  cover(&Table[At], 1u << (32 - Bits - Below), Hop);
}
void setup(void) {
  fillWords(Prefix, Routes, 1);
  for (unsigned I = 0; I < Routes; ++I) {
    unsigned Bits = 8 + I * 24 / Routes;
    Bits = Bits > 20 && I % 5 ? 13 + I % 4 : Bits;
    if (Bits > 16)
      Prefix[I] = (Prefix[I] & 0xFFFF) | (Prefix[I % 300] & 0xFFFF0000);
    Prefix[I] &= ~0u << (32 - Bits);
    Length[I] = (unsigned char)Bits;
  }
  for (unsigned Bits = 8; Bits <= 32; ++Bits)
    for (unsigned I = 0; I < Routes; ++I)
      if (Length[I] == Bits)
        add(Prefix[I], Bits, (Entry)(1 + I % (Hops - 1)));
}
void prepare(unsigned Call) {
  fillWords(Addresses, N, Call + 1);
  for (unsigned I = 0; I < N; ++I) {
    unsigned R = Addresses[I], J = (R >> 8) % Routes;
    if (R % 8)
      Addresses[I] = Prefix[J] | (R & (unsigned)(0xFFFFFFFFull >> Length[J]));
  }
}
KERNEL void kernel(void) {
  for (int I = 0; I < Hops; ++I)
    Packets[I] = 0;
  for (int I = 0; I < N; ++I) {
    unsigned Address = Addresses[I];
    Entry E = First[Address >> 16];
    if (E & Leads) {
      E = Tables[E & (Leads - 1)][Address >> 8 & 255];
      if (E & Leads)
        E = Tables[E & (Leads - 1)][Address & 255];
    }
    ++Packets[E];
  }
}
double checksum(void) {
  double S = Used;
  for (int I = 0; I < Hops; ++I)
    S += I * Packets[I];
  return S;
}
