//===- varints.c --------------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Numbers of 7 bits a byte decoded, most of them short.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 3000 };
static unsigned char X[5 * N];
static unsigned Z[N];
static int Bytes;

void setup(void) {}

void prepare(unsigned Call) {
  unsigned long long State = Call + 1;
  unsigned char *To = X;
  for (int I = 0; I < N; ++I) {
    unsigned V = (unsigned)nextRandom(&State);
    V >>= nextRandom(&State) % 4 ? 26 : 12;
    while (V > 127) {
      *To++ = (unsigned char)(V | 128);
      V >>= 7;
    }
    *To++ = (unsigned char)V;
  }
}

KERNEL void kernel(void) {
  const unsigned char *At = X;
  for (int I = 0; I < N; ++I) {
    unsigned V = *At & 127;
    int Shift = 7;
    while (*At++ & 128) {
      V |= (*At & 127u) << Shift;
      Shift += 7;
    }
    Z[I] = V;
  }
  Bytes = (int)(At - X);
}

double checksum(void) { return Bytes + (double)Z[N - 1]; }
