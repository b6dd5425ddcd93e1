//===- round-trip.c - The shortest tour, over all sets of towns -----------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { Towns = 7, Sets = 1 << Towns };
static unsigned Way[Towns + 1][Towns + 1], Least[Sets][Towns], Length;
void setup(void) {}
void prepare(unsigned Call) {
  fillWords(&Way[0][0], (Towns + 1) * (Towns + 1), Call + 1);
  for (int I = 0; I <= Towns; ++I)
    for (int J = 0; J <= Towns; ++J)
      Way[I][J] = 10 + Way[I][J] % 1000;
}
KERNEL void kernel(void) {
  for (unsigned Set = 1; Set < Sets; ++Set)
    for (int To = 0; To < Towns; ++To) {
      if (!(Set >> To & 1))
        continue;
      unsigned Before = Set & ~(1u << To), Best = 1000000;
      if (!Before)
        Best = Way[Towns][To];
      for (int Via = 0; Via < Towns; ++Via)
        if (Before >> Via & 1) {
          unsigned Cost = Least[Before][Via] + Way[Via][To];
          if (Cost < Best)
            Best = Cost;
        }
      Least[Set][To] = Best;
    }
  Length = 1000000;
  for (int I = 0; I < Towns; ++I) {
    unsigned Cost = Least[Sets - 1][I] + Way[I][Towns];
    if (Cost < Length)
      Length = Cost;
  }
}
double checksum(void) { return Length; }
