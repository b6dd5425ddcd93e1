//===- watched-literals.c - What follows from choices in clauses ----------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { Variables = 120, Clauses = 480, Dives = 4, None = 2 * Clauses };
static unsigned short Clause[Clauses][3], First[2 * Variables];
static unsigned short Next[2 * Clauses], Trail[Variables];
/// Of each literal: 0 if unknown, 1 if true, 2 if false.
static unsigned char Value[2 * Variables], Choices[Dives][Variables];
static unsigned Implied, Conflicts;
void setup(void) {}
void prepare(unsigned Call) {
  unsigned long long State = Call + 1;
  for (int I = 0; I < 2 * Variables; ++I)
    First[I] = None;
  for (unsigned I = 0; I < Clauses; ++I) {
    unsigned V[3];
    do
      for (int J = 0; J < 3; ++J)
        V[J] = (unsigned)(nextRandom(&State) % (2 * Variables));
    while (V[0] / 2 == V[1] / 2 || V[0] / 2 == V[2] / 2 ||
           V[1] / 2 == V[2] / 2);
    for (unsigned J = 0; J < 3; ++J) {
      Clause[I][J] = (unsigned short)V[J];
      if (J < 2) {
        Next[2 * I + J] = First[V[J]];
        First[V[J]] = (unsigned short)(2 * I + J);
      }
    }
  }
  fillBytes(&Choices[0][0], sizeof(Choices), Call + 1);
}
HELPER void assume(unsigned Literal, unsigned *Height) {
  Value[Literal] = 1;
  Value[Literal ^ 1] = 2;
  Trail[(*Height)++] = (unsigned short)Literal;
}
/// Returns whether there is a conflict.
static int propagate(unsigned Done, unsigned *Height) {
  while (Done < *Height) {
    unsigned False = Trail[Done++] ^ 1u;
    unsigned short *Link = &First[False];
    while (*Link != None) {
      unsigned Watch = *Link, Slot = Watch & 1;
      unsigned short *C = Clause[Watch / 2];
      unsigned Other = C[Slot ^ 1];
      if (Value[Other] == 1) {
        Link = &Next[Watch];
        continue;
      }
      unsigned Third = C[2];
      if (Value[Third] != 2) {
        C[2] = (unsigned short)False;
        C[Slot] = (unsigned short)Third;
        *Link = Next[Watch];
        Next[Watch] = First[Third];
        First[Third] = (unsigned short)Watch;
        continue;
      }
      if (Value[Other] == 2)
        return 1;
      ++Implied;
      assume(Other, Height);
      Link = &Next[Watch];
    }
  }
  return 0;
}
KERNEL void kernel(void) {
  Implied = Conflicts = 0;
  for (int Dive = 0; Dive < Dives; ++Dive) {
    unsigned Height = 0;
    for (unsigned I = 0; I < Variables; ++I) {
      unsigned Literal = (I * 7 + (unsigned)Dive * 31) % Variables * 2;
      Literal += Choices[Dive][I] & 1u;
      if (Value[Literal])
        continue;
      unsigned Done = Height;
      assume(Literal, &Height);
      if (propagate(Done, &Height)) {
        Conflicts += Height;
        break;
      }
    }
    while (Height > 0) {
      unsigned Literal = Trail[--Height];
      Value[Literal] = Value[Literal ^ 1] = 0;
    }
  }
}
double checksum(void) {
  double S = Implied + 1e-3 * Conflicts;
  for (int I = 0; I < 2 * Variables; ++I)
    S += First[I];
  return S;
}
