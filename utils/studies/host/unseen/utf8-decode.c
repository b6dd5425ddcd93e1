//===- utf8-decode.c ----------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// UTF-8 to code points by a branch per length.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 6000 };
static unsigned char Text[N + 4];
static unsigned Points[N];
static int Count;

void setup(void) {}

void prepare(unsigned Call) {
  unsigned long long State = Call + 1;
  int I = 0;
  while (I < N - 4) {
    unsigned Kind = nextRandom(&State) % 16;
    unsigned R = (unsigned)nextRandom(&State);
    if (Kind < 12) {
      Text[I++] = R & 127;
    } else if (Kind < 14) {
      Text[I++] = 0xC0 | (2 + R % 30);
      Text[I++] = 0x80 | (R >> 8 & 63);
    } else {
      Text[I++] = 0xE0 | (1 + R % 12);
      Text[I++] = 0x80 | (R >> 8 & 63);
      Text[I++] = 0x80 | (R >> 16 & 63);
    }
  }
  while (I < N)
    Text[I++] = ' ';
}

KERNEL void kernel(void) {
  int Number = 0;
  const unsigned char *At = Text, *End = Text + N;
  while (At < End) {
    unsigned C = *At++;
    if (C >= 0xF0) {
      C = (C & 7) << 18 | (At[0] & 63u) << 12 | (At[1] & 63u) << 6 |
          (At[2] & 63u);
      At += 3;
    } else if (C >= 0xE0) {
      C = (C & 15) << 12 | (At[0] & 63u) << 6 | (At[1] & 63u);
      At += 2;
    } else if (C >= 0xC0) {
      C = (C & 31) << 6 | (*At++ & 63u);
    }
    Points[Number++] = C;
  }
  Count = Number;
}

double checksum(void) { return Count + Points[Count / 2]; }
