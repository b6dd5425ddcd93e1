//===- xtea.c - A cipher of additions, shifts and exclusive ors ----------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 40 };
static unsigned Blocks[N][2], Keys[4];
void setup(void) { fillWords(Keys, 4, 1); }
void prepare(unsigned Call) { fillWords(&Blocks[0][0], 2 * N, Call + 2); }
KERNEL void kernel(void) {
  for (int I = 0; I < N; ++I) {
    unsigned A = Blocks[I][0], B = Blocks[I][1], Sum = 0;
    for (int Round = 0; Round < 32; ++Round) {
      A += ((B << 4 ^ B >> 5) + B) ^ (Sum + Keys[Sum & 3]);
      Sum += 0x9E3779B9u;
      B += ((A << 4 ^ A >> 5) + A) ^ (Sum + Keys[Sum >> 11 & 3]);
    }
    Blocks[I][0] = A;
    Blocks[I][1] = B;
  }
}
double checksum(void) { return Blocks[0][0] + Blocks[N - 1][1]; }
