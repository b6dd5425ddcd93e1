//===- cuckoo.c - Look-ups that probe two places without branching -------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { Slots = 1024, Queries = 1500 };
static unsigned Keys[2][Slots], Values[2][Slots], Asked[Queries], Sum;
HELPER unsigned place(unsigned K, unsigned Which) {
  return (K * (Which ? 0x9E3779B1u : 0x85EBCA6Bu)) >> 22;
}
void setup(void) {
  unsigned K[Slots];
  fillWords(K, Slots, 1);
  for (unsigned I = 0; I < Slots; ++I) {
    Keys[I & 1][place(K[I], I & 1)] = K[I];
    Values[I & 1][place(K[I], I & 1)] = I;
  }
}
void prepare(unsigned Call) {
  fillWords(Asked, Queries, Call + 1);
  for (int I = 0; I < Queries; ++I)
    if (Asked[I] & 1)
      Asked[I] = Keys[Asked[I] >> 1 & 1][Asked[I] >> 2 & (Slots - 1)];
}
KERNEL void kernel(void) {
  unsigned Total = 0;
  for (int I = 0; I < Queries; ++I) {
    unsigned K = Asked[I], A = place(K, 0), B = place(K, 1);
    Total += (Keys[0][A] == K ? Values[0][A] : 0) +
             (Keys[1][B] == K ? Values[1][B] : 0);
  }
  Sum = Total;
}
double checksum(void) { return Sum; }
