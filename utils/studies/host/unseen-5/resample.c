//===- resample.c - A picture at another size, between four pixels -------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 40, M = 52 };
static unsigned char From[N + 1][N + 1], To[M][M];
void setup(void) {}
void prepare(unsigned Call) { fillBytes(&From[0][0], sizeof(From), Call + 1); }
KERNEL void kernel(void) {
  const unsigned Step = (N << 16) / M;
  for (unsigned I = 0; I < M; ++I) {
    unsigned Y = I * Step, FY = Y >> 8 & 255;
    const unsigned char *Row = From[Y >> 16], *Next = From[(Y >> 16) + 1];
    for (unsigned J = 0; J < M; ++J) {
      unsigned X = J * Step, FX = X >> 8 & 255, C = X >> 16;
      unsigned Top = Row[C] * (256 - FX) + Row[C + 1] * FX;
      unsigned Low = Next[C] * (256 - FX) + Next[C + 1] * FX;
      To[I][J] = (unsigned char)((Top * (256 - FY) + Low * FY) >> 16);
    }
  }
}
double checksum(void) { return sumBytes(&To[0][0], M * M); }
