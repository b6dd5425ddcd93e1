//===- knights.c - Squares that a knight reaches, by boards of bits ------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 60 };
static unsigned long long Boards[N];
static unsigned Sum;
void setup(void) {}
void prepare(unsigned Call) {
  unsigned Places[N];
  fillWords(Places, N, Call + 1);
  for (int I = 0; I < N; ++I)
    Boards[I] = 1ull << Places[I] % 64;
}
KERNEL void kernel(void) {
  const unsigned long long A = 0xFEFEFEFEFEFEFEFEull, H = 0x7F7F7F7F7F7F7F7Full;
  const unsigned long long Ab = A & A << 1, Gh = H & H >> 1;
  unsigned Total = 0;
  for (int I = 0; I < N; ++I) {
    unsigned long long Seen = Boards[I];
    unsigned Moves = 0;
    while (Seen != ~0ull) {
      unsigned long long S = Seen;
      Seen |= (S << 17 & A) | (S << 15 & H) | (S << 10 & Ab) | (S << 6 & Gh) |
              (S >> 17 & H) | (S >> 15 & A) | (S >> 10 & Gh) | (S >> 6 & Ab);
      ++Moves;
    }
    Total += Moves;
  }
  Sum = Total;
}
double checksum(void) { return Sum; }
