//===- parity-beliefs.c - Bits of a noisy message that persuade each other ===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { Bits = 120, Share = 3, Degree = 6, Checks = Bits * Share / Degree };
enum { MostRounds = 6, Greatest = 127 };
static short Member[Checks][Degree], Heard[Bits], Belief[Bits];
static short Told[Checks][Degree];
static int Rounds, Wrong;
void setup(void) {
  unsigned long long State = 1;
  short Order[Bits];
  for (int I = 0; I < Bits; ++I)
    Order[I] = (short)I;
  for (int Layer = 0; Layer < Share; ++Layer) {
    for (unsigned I = 0; I < Bits; ++I) {
      unsigned J = (unsigned)(nextRandom(&State) % (I + 1));
      short T = Order[I];
      Order[I] = Order[J];
      Order[J] = T;
    }
    for (int I = 0; I < Bits; ++I)
      Member[Layer * (Bits / Degree) + I / Degree][I % Degree] = Order[I];
  }
}
void prepare(unsigned Call) {
  unsigned long long State = Call + 1;
  for (int I = 0; I < Bits; ++I) {
    unsigned long long R = nextRandom(&State);
    int Noise = (int)(R & 31) + (int)(R >> 8 & 31) + (int)(R >> 16 & 31);
    Heard[I] = (short)(Noise - 46 + 23);
  }
}
HELPER int clamp(int A) {
  return A > Greatest ? Greatest : A < -Greatest ? -Greatest : A;
}
/// What the others of a check say about each of its bits.
static int check(const short *Of, short *Said) {
  int Asked[Degree], Least = Greatest, Second = Greatest, Who = 0, Odd = 0;
  int Parity = 0;
  for (int I = 0; I < Degree; ++I) {
    int Now = Belief[Of[I]], Value = clamp(Now - Said[I]);
    int Size = Value < 0 ? -Value : Value;
    Asked[I] = Value;
    Parity ^= Now < 0;
    Odd ^= Value < 0;
    if (Size < Least) {
      Second = Least;
      Least = Size;
      Who = I;
    } else if (Size < Second)
      Second = Size;
  }
  for (int I = 0; I < Degree; ++I) {
    int Size = (I == Who ? Second : Least) * 3 / 4;
    int New = Odd ^ (Asked[I] < 0) ? -Size : Size;
    Said[I] = (short)New;
    Belief[Of[I]] = (short)(Asked[I] + New);
  }
  return Parity;
}
KERNEL void kernel(void) {
  int Round = 0, Bad = 1;
  for (int I = 0; I < Bits; ++I)
    Belief[I] = Heard[I];
  for (int I = 0; I < Checks; ++I)
    for (int J = 0; J < Degree; ++J)
      Told[I][J] = 0;
  for (; Round < MostRounds && Bad; ++Round) {
    Bad = 0;
    for (int I = 0; I < Checks; ++I)
      Bad += check(Member[I], Told[I]);
  }
  Rounds = Round;
  Wrong = Bad;
}
double checksum(void) {
  double S = Rounds + 100.0 * Wrong;
  for (int I = 0; I < Bits; ++I)
    S += 1e-3 * (I % 5 + 1) * Belief[I];
  return S;
}
