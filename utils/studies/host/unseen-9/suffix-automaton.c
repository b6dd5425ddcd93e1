//===- suffix-automaton.c - All parts of a text, as states that grow ------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 420, Letters = 4, MostStates = 2 * N };
static struct State {
  short Next[Letters], Link, Length;
} States[MostStates];
static unsigned char Text[N];
static int Used, Distinct, Longest;
void setup(void) {}
void prepare(unsigned Call) {
  unsigned long long State = Call + 1;
  for (int I = 0; I < N; ++I) {
    unsigned R = (unsigned)(nextRandom(&State) >> 32);
    int Copies = I >= 60 && R % 8 != 0;
    Text[I] = Copies ? Text[I - 40 - (int)(R >> 24) % 3 / 2]
                     : (unsigned char)(R >> 8 & (Letters - 1));
  }
}
static int state(int Length) {
  struct State *New = &States[Used];
  for (int I = 0; I < Letters; ++I)
    New->Next[I] = -1;
  New->Link = -1;
  New->Length = (short)Length;
  return Used++;
}
static int extend(int Last, unsigned Letter) {
  int New = state(States[Last].Length + 1), P = Last;
  while (P >= 0 && States[P].Next[Letter] < 0) {
    States[P].Next[Letter] = (short)New;
    P = States[P].Link;
  }
  if (P < 0) {
    States[New].Link = 0;
    return New;
  }
  int Q = States[P].Next[Letter];
  if (States[P].Length + 1 == States[Q].Length) {
    States[New].Link = (short)Q;
    return New;
  }
  int Copy = Used++;
  States[Copy] = States[Q];
  States[Copy].Length = (short)(States[P].Length + 1);
  while (P >= 0 && States[P].Next[Letter] == Q) {
    States[P].Next[Letter] = (short)Copy;
    P = States[P].Link;
  }
  States[Q].Link = States[New].Link = (short)Copy;
  return New;
}
KERNEL void kernel(void) {
  Used = 0;
  int Last = state(0), Sum = 0, Most = 0;
  for (int I = 0; I < N; ++I)
    Last = extend(Last, Text[I]);
  for (int I = 1; I < Used; ++I) {
    int Shorter = States[States[I].Link].Length;
    Sum += States[I].Length - Shorter;
    Most = Shorter > Most ? Shorter : Most;
  }
  Distinct = Sum;
  Longest = Most;
}
double checksum(void) { return Distinct + 1e6 * Longest + 1e-4 * Used; }
