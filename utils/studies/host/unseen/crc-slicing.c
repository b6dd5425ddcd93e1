//===- crc-slicing.c ----------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// CRC-32 by eight tables, eight bytes a step.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 65536 };
static unsigned char X[N];
static unsigned Table[8][256], Result;

void setup(void) {
  fillBytes(X, N, 1);
  for (unsigned I = 0; I < 256; ++I) {
    unsigned C = I;
    for (int K = 0; K < 8; ++K)
      C = C & 1 ? 0xEDB88320u ^ C >> 1 : C >> 1;
    Table[0][I] = C;
  }
  for (int T = 1; T < 8; ++T)
    for (unsigned I = 0; I < 256; ++I)
      Table[T][I] =
          Table[T - 1][I] >> 8 ^ Table[0][Table[T - 1][I] & 255];
}

void prepare(unsigned Call) { (void)Call; }

KERNEL void kernel(void) {
  unsigned C = ~0u;
  for (int I = 0; I < N; I += 8) {
    unsigned A = *(const unsigned *)(X + I) ^ C;
    unsigned B = *(const unsigned *)(X + I + 4);
    C = Table[7][A & 255] ^ Table[6][A >> 8 & 255] ^ Table[5][A >> 16 & 255] ^
        Table[4][A >> 24] ^ Table[3][B & 255] ^ Table[2][B >> 8 & 255] ^
        Table[1][B >> 16 & 255] ^ Table[0][B >> 24];
  }
  Result = ~C;
}

double checksum(void) { return Result; }
