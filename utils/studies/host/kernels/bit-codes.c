//===- bit-codes.c --------------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decoding of codes of variable length.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { Bytes = 20000 };
static unsigned char Packed[Bytes + 8];
static unsigned Counts[32];

void setup(void) {}

void prepare(unsigned Call) { fillBytes(Packed, Bytes + 8, Call + 1); }

KERNEL void kernel(void) {
  unsigned long long Bits = 0;
  int Have = 0;
  const unsigned char *From = Packed, *End = Packed + Bytes;
  while (From < End) {
    while (Have < 32) {
      Bits |= (unsigned long long)*From++ << Have;
      Have += 8;
    }
    int Zeros = 0;
    while (!(Bits >> Zeros & 1) && Zeros < 15)
      ++Zeros;
    ++Counts[Zeros];
    Bits >>= Zeros + 1;
    Have -= Zeros + 1;
  }
}

double checksum(void) { return (double)Counts[0] + Counts[3]; }
