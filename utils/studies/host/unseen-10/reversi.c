//===- reversi.c - The best moves on boards of two words ------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { Depth = 2, Most = 10000, Games = 3 };
typedef unsigned long long Board;
static const int Shifts[4] = {1, 7, 8, 9};
/// Without the edges that a shift would wrap around.
static const Board Masks[4] = {0x7E7E7E7E7E7E7E7Eull, 0x007E7E7E7E7E7E00ull,
                               0x00FFFFFFFFFFFF00ull, 0x007E7E7E7E7E7E00ull};
#define CORNERS 0x8100000000000081ull
static Board Start[Games][2];
static int Values[Games];
static unsigned Positions;
void setup(void) {}
HELPER int count(Board B) { return __builtin_popcountll(B); }
static Board moves(Board Own, Board Other) {
  Board Legal = 0;
  for (int I = 0; I < 4; ++I) {
    int Shift = Shifts[I];
    Board Inner = Other & Masks[I];
    Board Up = Inner & Own << Shift, Down = Inner & Own >> Shift;
    for (int J = 0; J < 5; ++J) {
      Up |= Inner & Up << Shift;
      Down |= Inner & Down >> Shift;
    }
    Legal |= Up << Shift | Down >> Shift;
  }
  return Legal & ~(Own | Other);
}
static Board turned(Board Own, Board Other, Board Move) {
  Board All = 0;
  for (int I = 0; I < 4; ++I) {
    Board Inner = Other & Masks[I], Line = 0, At = Move;
    while ((At = At << Shifts[I]) & Inner)
      Line |= At;
    if (At & Own)
      All |= Line;
    Line = 0;
    At = Move;
    while ((At = At >> Shifts[I]) & Inner)
      Line |= At;
    if (At & Own)
      All |= Line;
  }
  return All;
}
static int evaluate(Board Own, Board Other, Board Legal) {
  int Mobility = count(Legal) - count(moves(Other, Own));
  int Corners = count(Own & CORNERS) - count(Other & CORNERS);
  return 4 * Mobility + 30 * Corners + count(Own) - count(Other);
}
static int search(Board Own, Board Other, int Left, int Alpha, int Beta,
                  int Passed) {
  Board Legal = moves(Own, Other);
  ++Positions;
  if (Left == 0)
    return evaluate(Own, Other, Legal);
  if (!Legal) {
    if (Passed)
      return 100 * (count(Own) - count(Other));
    return -search(Other, Own, Left - 1, -Beta, -Alpha, 1);
  }
  for (; Legal; Legal &= Legal - 1) {
    Board Move = Legal & -Legal, Turned = turned(Own, Other, Move);
    int Score = -search(Other & ~Turned, Own | Turned | Move, Left - 1, -Beta,
                        -Alpha, 0);
    if (Score >= Beta)
      return Beta;
    if (Score > Alpha)
      Alpha = Score;
  }
  return Alpha;
}
static void play(Board *To, unsigned Seed) {
  unsigned long long State = Seed;
  Board Own = 0x0000000810000000ull, Other = 0x0000001008000000ull;
  int Plies = 10 + (int)(nextRandom(&State) % 16);
  for (int I = 0; I < Plies; ++I) {
    Board Legal = moves(Own, Other);
    if (Legal) {
      for (int Skip = (int)(nextRandom(&State) % (unsigned)count(Legal)); Skip;
           --Skip)
        Legal &= Legal - 1;
      Board Move = Legal & -Legal, Turned = turned(Own, Other, Move);
      Own |= Turned | Move;
      Other &= ~Turned;
    }
    Board Before = Own;
    Own = Other;
    Other = Before;
  }
  To[0] = Own;
  To[1] = Other;
}
void prepare(unsigned Call) {
  for (unsigned I = 0; I < Games; ++I)
    play(Start[I], Call * Games + I + 1);
}
KERNEL void kernel(void) {
  Positions = 0;
  for (int I = 0; I < Games; ++I)
    Values[I] = search(Start[I][0], Start[I][1], Depth, -Most, Most, 0);
}
double checksum(void) {
  double S = 1e-3 * Positions;
  for (int I = 0; I < Games; ++I)
    S += (I + 1) * Values[I];
  return S;
}
