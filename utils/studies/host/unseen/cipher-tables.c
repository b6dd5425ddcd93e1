//===- cipher-tables.c --------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ten rounds of a block cipher by four tables of 1 KiB, as AES is made, over
// 256 blocks.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { Blocks = 256, Rounds = 10 };
static unsigned Table[4][256], Keys[Rounds][4], Data[Blocks][4];

void setup(void) {
  fillWords(&Table[0][0], 4 * 256, 1);
  fillWords(&Keys[0][0], 4 * Rounds, 2);
  fillWords(&Data[0][0], 4 * Blocks, 3);
}

void prepare(unsigned Call) { (void)Call; }

KERNEL void kernel(void) {
  for (int B = 0; B < Blocks; ++B) {
    unsigned S0 = Data[B][0], S1 = Data[B][1], S2 = Data[B][2], S3 = Data[B][3];
    for (int R = 0; R < Rounds; ++R) {
      unsigned T0 = Table[0][S0 & 255] ^ Table[1][S1 >> 8 & 255] ^
                    Table[2][S2 >> 16 & 255] ^ Table[3][S3 >> 24] ^ Keys[R][0];
      unsigned T1 = Table[0][S1 & 255] ^ Table[1][S2 >> 8 & 255] ^
                    Table[2][S3 >> 16 & 255] ^ Table[3][S0 >> 24] ^ Keys[R][1];
      unsigned T2 = Table[0][S2 & 255] ^ Table[1][S3 >> 8 & 255] ^
                    Table[2][S0 >> 16 & 255] ^ Table[3][S1 >> 24] ^ Keys[R][2];
      unsigned T3 = Table[0][S3 & 255] ^ Table[1][S0 >> 8 & 255] ^
                    Table[2][S1 >> 16 & 255] ^ Table[3][S2 >> 24] ^ Keys[R][3];
      S0 = T0, S1 = T1, S2 = T2, S3 = T3;
    }
    Data[B][0] = S0, Data[B][1] = S1, Data[B][2] = S2, Data[B][3] = S3;
  }
}

double checksum(void) { return Data[0][0] + (double)Data[Blocks - 1][3]; }
