//===- siphash.c --------------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// SipHash-2-4 of 200 messages of 40 bytes.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 200, Words = 5 };
typedef unsigned long long Word;
static Word X[N][Words], Result;

void setup(void) { fillWords((unsigned *)X, 2 * N * Words, 1); }

void prepare(unsigned Call) { X[0][0] = Call; }

HELPER Word rotate(Word V, int By) { return V << By | V >> (64 - By); }

#define ROUND                                                                  \
  A += B, B = rotate(B, 13) ^ A, A = rotate(A, 32);                            \
  C += D, D = rotate(D, 16) ^ C;                                               \
  A += D, D = rotate(D, 21) ^ A;                                               \
  C += B, B = rotate(B, 17) ^ C, C = rotate(C, 32);

KERNEL void kernel(void) {
  Word All = 0;
  for (int I = 0; I < N; ++I) {
    Word A = 0x736F6D6570736575ull, B = 0x646F72616E646F6Dull;
    Word C = 0x6C7967656E657261ull, D = 0x7465646279746573ull;
    for (int W = 0; W < Words; ++W) {
      D ^= X[I][W];
      ROUND ROUND A ^= X[I][W];
    }
    C ^= 255;
    ROUND ROUND ROUND ROUND All ^= A ^ B ^ C ^ D;
  }
  Result = All;
}

double checksum(void) { return (double)(Result & 0xFFFFFF); }
