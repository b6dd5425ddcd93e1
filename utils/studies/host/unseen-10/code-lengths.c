//===- code-lengths.c - Codes of symbols, short for frequent ones ---------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 72, Nodes = 2 * N - 1, Limit = 9 };
static unsigned Often[Nodes];
static short Parent[Nodes];
static unsigned char Length[Nodes];
static unsigned short Code[N];
void setup(void) {}
void prepare(unsigned Call) {
  fillWords(Often, N, Call + 1);
  for (int I = 0; I < N; ++I)
    Often[I] = 1 + (Often[I] & 0x3FFF) / (1 + (unsigned)(I * I) / 4);
}
static void sift(short *Heap, int Number, int At) {
  short Moved = Heap[At];
  for (int Child; (Child = 2 * At + 1) < Number; At = Child) {
    if (Child + 1 < Number && Often[Heap[Child + 1]] < Often[Heap[Child]])
      ++Child;
    if (Often[Moved] <= Often[Heap[Child]])
      break;
    Heap[At] = Heap[Child];
  }
  Heap[At] = Moved;
}
static void join(void) {
  short Heap[N];
  for (int I = 0; I < N; ++I)
    Heap[I] = (short)I;
  for (int I = N / 2 - 1; I >= 0; --I)
    sift(Heap, N, I);
  int Number = N;
  for (short New = N; New < Nodes; ++New) {
    short First = Heap[0];
    Heap[0] = Heap[--Number];
    sift(Heap, Number, 0);
    short Second = Heap[0];
    Often[New] = Often[First] + Often[Second];
    Parent[First] = Parent[Second] = New;
    Heap[0] = New;
    sift(Heap, Number, 0);
  }
}
/// Too long codes become shorter, and others longer until all have room.
static void shorten(unsigned *Counts) {
  unsigned Used = 0;
  for (int I = 1; I <= Limit; ++I)
    Used += Counts[I] << (Limit - I);
  while (Used > 1u << Limit) {
    int Bits = Limit - 1;
    while (Counts[Bits] == 0)
      --Bits;
    --Counts[Bits];
    Counts[Bits + 1] += 2;
    --Counts[Limit];
    --Used;
  }
}
static void sortByOften(short *Order) {
  for (int I = 0; I < N; ++I) {
    int J = I;
    for (; J > 0 && Often[Order[J - 1]] < Often[I]; --J)
      Order[J] = Order[J - 1];
    Order[J] = (short)I;
  }
}
KERNEL void kernel(void) {
  unsigned Counts[Limit + 2] = {0}, Next[Limit + 2];
  short Order[N];
  join();
  Length[Nodes - 1] = 0;
  for (int I = Nodes - 2; I >= 0; --I) {
    Length[I] = (unsigned char)(Length[Parent[I]] + 1);
    if (I < N)
      ++Counts[Length[I] < Limit ? Length[I] : Limit];
  }
  shorten(Counts);
  sortByOften(Order);
  for (int Bits = 1, I = 0; Bits <= Limit; ++Bits)
    for (unsigned J = 0; J < Counts[Bits]; ++J)
      Length[Order[I++]] = (unsigned char)Bits;
  unsigned First = 0;
  for (int Bits = 1; Bits <= Limit; ++Bits) {
    First = (First + (Bits > 1 ? Counts[Bits - 1] : 0)) << 1;
    Next[Bits] = First;
  }
  for (int I = 0; I < N; ++I) {
    unsigned Bits = Next[Length[I]]++, Turned = 0;
    for (int J = 0; J < Length[I]; ++J, Bits >>= 1)
      Turned = Turned << 1 | (Bits & 1);
    Code[I] = (unsigned short)Turned;
  }
}
double checksum(void) {
  double S = 0;
  for (int I = 0; I < N; ++I)
    S += Length[I] * Often[I] + 1e-3 * Code[I] * (I + 1);
  return S;
}
