//===- sha256.c -----------------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The compression function of SHA-256.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { Blocks = 250 };
static unsigned Message[Blocks][16], Hash[8], Constants[64];

static inline unsigned rotate(unsigned X, int By) {
  return X >> By | X << (32 - By);
}

void setup(void) {
  fillWords(&Message[0][0], Blocks * 16, 1);
  fillWords(Constants, 64, 2);
  fillWords(Hash, 8, 3);
}

void prepare(unsigned Call) { (void)Call; }

KERNEL void kernel(void) {
  for (int B = 0; B < Blocks; ++B) {
    unsigned W[64], S[8];
    for (int I = 0; I < 16; ++I)
      W[I] = Message[B][I];
    for (int I = 16; I < 64; ++I) {
      unsigned A =
          rotate(W[I - 15], 7) ^ rotate(W[I - 15], 18) ^ W[I - 15] >> 3;
      unsigned C = rotate(W[I - 2], 17) ^ rotate(W[I - 2], 19) ^ W[I - 2] >> 10;
      W[I] = W[I - 16] + A + W[I - 7] + C;
    }
    for (int I = 0; I < 8; ++I)
      S[I] = Hash[I];
    for (int I = 0; I < 64; ++I) {
      unsigned E = rotate(S[4], 6) ^ rotate(S[4], 11) ^ rotate(S[4], 25);
      unsigned F = (S[4] & S[5]) ^ (~S[4] & S[6]);
      unsigned T = S[7] + E + F + Constants[I] + W[I];
      unsigned A = rotate(S[0], 2) ^ rotate(S[0], 13) ^ rotate(S[0], 22);
      unsigned M = (S[0] & S[1]) ^ (S[0] & S[2]) ^ (S[1] & S[2]);
      S[7] = S[6];
      S[6] = S[5];
      S[5] = S[4];
      S[4] = S[3] + T;
      S[3] = S[2];
      S[2] = S[1];
      S[1] = S[0];
      S[0] = T + A + M;
    }
    for (int I = 0; I < 8; ++I)
      Hash[I] += S[I];
  }
}

double checksum(void) { return (double)Hash[0] + Hash[7]; }
