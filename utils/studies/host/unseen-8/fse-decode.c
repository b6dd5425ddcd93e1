//===- fse-decode.c - Symbols by a table of states that bits lead on ------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { Log = 9, States = 1 << Log, Symbols = 24, N = 900 };
static struct Entry {
  unsigned short Base;
  unsigned char Symbol, Bits;
} Table[States];
static unsigned long long Stream[N * Log / 64 + 3];
static unsigned char Out[N];
static unsigned End;
void setup(void) {
  unsigned Counts[Symbols], Left = States;
  for (int I = 0; I + 1 < Symbols; ++I) {
    Counts[I] = Left / 5 + 1;
    Left -= Counts[I];
  }
  Counts[Symbols - 1] = Left;
  unsigned At = 0, Step = States / 2 + States / 8 + 3;
  for (unsigned I = 0; I < Symbols; ++I)
    for (unsigned J = 0; J < Counts[I]; ++J) {
      Table[At].Symbol = (unsigned char)I;
      At = (At + Step) % States;
    }
  for (int I = 0; I < States; ++I) {
    unsigned X = Counts[Table[I].Symbol]++, Bits = 0;
    while (X << Bits < States)
      ++Bits;
    Table[I].Bits = (unsigned char)Bits;
    Table[I].Base = (unsigned short)((X << Bits) - States);
  }
}
void prepare(unsigned Call) {
  unsigned long long State = Call + 1;
  for (size_t I = 0; I < sizeof(Stream) / sizeof(*Stream); ++I)
    Stream[I] = nextRandom(&State);
}
KERNEL void kernel(void) {
  unsigned State = (unsigned)(Stream[0] % States), Place = Log;
  for (int I = 0; I < N; ++I) {
    const struct Entry *E = &Table[State];
    unsigned Shift = Place % 64;
    unsigned long long Word = Stream[Place / 64] >> Shift;
    Word |= Stream[Place / 64 + 1] << 1 << (63 - Shift);
    Out[I] = E->Symbol;
    State = E->Base + ((unsigned)Word & ((1u << E->Bits) - 1));
    Place += E->Bits;
  }
  End = Place + State;
}
double checksum(void) { return sumBytes(Out, N) + End; }
