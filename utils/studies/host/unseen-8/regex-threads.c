//===- regex-threads.c - A regular expression, all ways at the same time --===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 240, Length = 17 };
enum Kind { Range, Split, Jump, Match };
/// a(b|cd)*e+ or b[a-c]*d
static const struct Instruction {
  unsigned char Kind, First, Second;
} Program[Length] = {{Split, 1, 11},    {Range, 'a', 'a'}, {Split, 3, 9},
                     {Split, 4, 6},     {Range, 'b', 'b'}, {Jump, 2, 0},
                     {Range, 'c', 'c'}, {Range, 'd', 'd'}, {Jump, 2, 0},
                     {Range, 'e', 'e'}, {Split, 9, 16},    {Range, 'b', 'b'},
                     {Split, 13, 15},   {Range, 'a', 'c'}, {Jump, 12, 0},
                     {Range, 'd', 'd'}, {Match, 0, 0}};
struct Threads {
  int Number;
  unsigned short At[Length], Begin[Length];
};
static unsigned char Text[N];
static int Seen[Length];
static unsigned Matches, Covered;
void setup(void) {}
void prepare(unsigned Call) {
  fillBytes(Text, N, Call + 1);
  for (int I = 0; I < N; ++I)
    Text[I] = "abcdeabc"[Text[I] & 7];
}
static void follow(struct Threads *List, unsigned At, unsigned Begin,
                   int Place) {
  while (Seen[At] != Place) {
    Seen[At] = Place;
    const struct Instruction *I = &Program[At];
    if (I->Kind == Split) {
      follow(List, I->First, Begin, Place);
      At = I->Second;
    } else if (I->Kind == Jump) {
      At = I->First;
    } else {
      List->At[List->Number] = (unsigned short)At;
      List->Begin[List->Number++] = (unsigned short)Begin;
    }
  }
}
KERNEL void kernel(void) {
  struct Threads Lists[2], *Now = &Lists[0], *Then = &Lists[1];
  Matches = Covered = 0;
  Now->Number = 0;
  for (int I = 0; I < Length; ++I)
    Seen[I] = -1;
  for (int Place = 0; Place < N; ++Place) {
    follow(Now, 0, (unsigned)Place, Place);
    Then->Number = 0;
    for (int T = 0; T < Now->Number; ++T) {
      const struct Instruction *I = &Program[Now->At[T]];
      if (I->Kind == Match) {
        ++Matches;
        Covered += (unsigned)Place - Now->Begin[T];
      } else if (Text[Place] >= I->First && Text[Place] <= I->Second) {
        follow(Then, Now->At[T] + 1u, Now->Begin[T], Place + 1);
      }
    }
    struct Threads *Old = Now;
    Now = Then;
    Then = Old;
  }
}
double checksum(void) { return Matches + 1e-3 * Covered; }
