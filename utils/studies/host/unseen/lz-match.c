//===- lz-match.c -------------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The longest matches of LZ77, found by hash chains of at most eight.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 12000, Bits = 12, Chain = 8, Longest = 64 };
static unsigned char Text[N + Longest];
static int Head[1 << Bits], Previous[N], Tokens;

void setup(void) {}

void prepare(unsigned Call) {
  unsigned long long State = Call + 1;
  int I = 0;
  while (I < N) {
    int Length = 4 + (int)(nextRandom(&State) % 20);
    if (I > 100 && nextRandom(&State) % 3) {
      int From = (int)(nextRandom(&State) % (unsigned)(I - 30));
      for (int K = 0; K < Length && I < N; ++K)
        Text[I++] = Text[From + K];
    } else {
      for (int K = 0; K < Length && I < N; ++K)
        Text[I++] = 'a' + nextRandom(&State) % 16;
    }
  }
}

KERNEL void kernel(void) {
  int Number = 0;
  for (int I = 0; I < 1 << Bits; ++I)
    Head[I] = -1;
  for (int I = 0; I < N;) {
    unsigned Four = *(const unsigned *)(Text + I);
    unsigned H = Four * 2654435761u >> (32 - Bits);
    int Best = 0, Steps = 0;
    for (int J = Head[H]; J >= 0 && Steps < Chain; J = Previous[J], ++Steps) {
      int L = 0;
      while (L < Longest && Text[J + L] == Text[I + L])
        ++L;
      if (L > Best)
        Best = L;
    }
    Previous[I] = Head[H];
    Head[H] = I;
    I += Best > 3 ? Best : 1;
    ++Number;
  }
  Tokens = Number;
}

double checksum(void) { return Tokens; }
