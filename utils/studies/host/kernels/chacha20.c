//===- chacha20.c ---------------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Stream cipher ChaCha20.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { Blocks = 1500 };
static unsigned Key[16], Stream[Blocks][16];

static inline __attribute__((always_inline)) void quarter(unsigned *S, int A,
                                                          int B, int C, int D) {
  S[A] += S[B];
  S[D] ^= S[A];
  S[D] = S[D] << 16 | S[D] >> 16;
  S[C] += S[D];
  S[B] ^= S[C];
  S[B] = S[B] << 12 | S[B] >> 20;
  S[A] += S[B];
  S[D] ^= S[A];
  S[D] = S[D] << 8 | S[D] >> 24;
  S[C] += S[D];
  S[B] ^= S[C];
  S[B] = S[B] << 7 | S[B] >> 25;
}

void setup(void) { fillWords(Key, 16, 1); }

void prepare(unsigned Call) { (void)Call; }

KERNEL void kernel(void) {
  for (unsigned N = 0; N < Blocks; ++N) {
    unsigned S[16];
    for (int I = 0; I < 16; ++I)
      S[I] = Key[I];
    S[12] = N;
    for (int R = 0; R < 10; ++R) {
      quarter(S, 0, 4, 8, 12);
      quarter(S, 1, 5, 9, 13);
      quarter(S, 2, 6, 10, 14);
      quarter(S, 3, 7, 11, 15);
      quarter(S, 0, 5, 10, 15);
      quarter(S, 1, 6, 11, 12);
      quarter(S, 2, 7, 8, 13);
      quarter(S, 3, 4, 9, 14);
    }
    for (int I = 0; I < 16; ++I)
      Stream[N][I] = S[I] + Key[I];
  }
}

double checksum(void) { return (double)Stream[3][5] + Stream[Blocks - 1][7]; }
