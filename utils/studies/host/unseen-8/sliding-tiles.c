//===- sliding-tiles.c - Fifteen tiles brought to their places ------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { Side = 4, N = Side * Side, Shuffles = 36, MostBoards = 300 };
static unsigned char Board[N], Blank;
static unsigned char Ways[N][4], Number[N], Distance[N][N];
static int Boards, Moves;
HELPER int magnitude(int A) { return A < 0 ? -A : A; }
void setup(void) {
  for (int I = 0; I < N; ++I) {
    for (int J = 0; J < N; ++J) {
      int Away =
          magnitude(I / Side - J / Side) + magnitude(I % Side - J % Side);
      Distance[I][J] = (unsigned char)(I ? Away : 0);
      if (Away == 1)
        Ways[I][Number[I]++] = (unsigned char)J;
    }
  }
}
void prepare(unsigned Call) {
  unsigned long long State = Call + 1;
  unsigned Before = N;
  Blank = 0;
  for (int I = 0; I < N; ++I)
    Board[I] = (unsigned char)I;
  for (int I = 0; I < Shuffles; ++I) {
    unsigned char To;
    do
      To = Ways[Blank][nextRandom(&State) % Number[Blank]];
    while (To == Before);
    Before = Blank;
    Board[Blank] = Board[To];
    Board[To] = 0;
    Blank = To;
  }
}
static int search(unsigned At, unsigned Before, int Left, int Far) {
  if (Far == 0)
    return 1;
  if (++Boards > MostBoards)
    return 0;
  for (unsigned I = 0; I < Number[At]; ++I) {
    unsigned To = Ways[At][I];
    unsigned char Tile = Board[To];
    int Next = Far - Distance[Tile][To] + Distance[Tile][At];
    if (To == Before || Next > Left - 1)
      continue;
    Board[At] = Tile;
    Board[To] = 0;
    int Done = search(To, At, Left - 1, Next);
    Board[To] = Tile;
    Board[At] = 0;
    if (Done)
      return 1;
  }
  return 0;
}
KERNEL void kernel(void) {
  int Far = 0, Limit;
  for (int I = 0; I < N; ++I)
    Far += Distance[Board[I]][I];
  Boards = 0;
  for (Limit = Far; Boards <= MostBoards; Limit += 2)
    if (search(Blank, N, Limit, Far))
      break;
  Moves = Limit;
}
double checksum(void) { return Moves + 1e-3 * Boards; }
