//===- keccak.c - Twenty-four rounds of a sponge of 1,600 bits ------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { Lanes = 25, Rounds = 24, Times = 3 };
static unsigned long long State[Lanes], Constants[Rounds];
static const unsigned char Turns[24] = {1,  3,  6,  10, 15, 21, 28, 36,
                                        45, 55, 2,  14, 27, 41, 56, 8,
                                        25, 43, 62, 18, 39, 61, 20, 44};
static const unsigned char Places[24] = {10, 7,  11, 17, 18, 3,  5,  16,
                                         8,  21, 24, 4,  15, 23, 19, 13,
                                         12, 2,  20, 14, 22, 9,  6,  1};
void setup(void) {
  unsigned long long S = 1;
  for (int I = 0; I < Rounds; ++I)
    Constants[I] = nextRandom(&S);
}
void prepare(unsigned Call) {
  unsigned long long S = Call + 1;
  for (int I = 0; I < Lanes; ++I)
    State[I] = nextRandom(&S);
}
HELPER unsigned long long turned(unsigned long long X, unsigned By) {
  return X << By | X >> (64 - By);
}
KERNEL void kernel(void) {
  for (int Time = 0; Time < Times; ++Time)
    for (int Round = 0; Round < Rounds; ++Round) {
      unsigned long long C[5], T;
      for (int I = 0; I < 5; ++I)
        C[I] = State[I] ^ State[I + 5] ^ State[I + 10] ^ State[I + 15] ^
               State[I + 20];
      for (int I = 0; I < 5; ++I) {
        T = C[(I + 4) % 5] ^ turned(C[(I + 1) % 5], 1);
        for (int J = 0; J < Lanes; J += 5)
          State[J + I] ^= T;
      }
      T = State[1];
      for (int I = 0; I < 24; ++I) {
        unsigned long long Kept = State[Places[I]];
        State[Places[I]] = turned(T, Turns[I]);
        T = Kept;
      }
      for (int J = 0; J < Lanes; J += 5) {
        for (int I = 0; I < 5; ++I)
          C[I] = State[J + I];
        for (int I = 0; I < 5; ++I)
          State[J + I] = C[I] ^ (~C[(I + 1) % 5] & C[(I + 2) % 5]);
      }
      State[0] ^= Constants[Round];
    }
}
double checksum(void) { return (double)(State[0] >> 11); }
