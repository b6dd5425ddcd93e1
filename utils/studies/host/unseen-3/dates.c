//===- dates.c - Days to year, month and day -----------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 500 };
static unsigned Days[N], Out[N];
void setup(void) {}
void prepare(unsigned Call) { fillWords(Days, N, Call + 1); }
KERNEL void kernel(void) {
  for (int I = 0; I < N; ++I) {
    unsigned Z = Days[I] % 1000000 + 719468, Era = Z / 146097;
    unsigned Doe = Z - Era * 146097;
    unsigned Yoe = (Doe - Doe / 1460 + Doe / 36524 - Doe / 146096) / 365;
    unsigned Doy = Doe - (365 * Yoe + Yoe / 4 - Yoe / 100);
    unsigned Mp = (5 * Doy + 2) / 153, D = Doy - (153 * Mp + 2) / 5 + 1;
    unsigned M = Mp < 10 ? Mp + 3 : Mp - 9, Y = Yoe + Era * 400 + (M <= 2);
    Out[I] = Y << 9 | M << 5 | D;
  }
}
double checksum(void) { return Out[0] + (double)Out[N - 1]; }
