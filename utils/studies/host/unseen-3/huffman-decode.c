//===- huffman-decode.c - New kernel of the third suite ------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Symbols of unlike length from a buffer of bits, by a table.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { Bits = 9, Symbols = 1500 };
static unsigned short Table[1 << Bits];
static unsigned char Code[2 * Symbols + 16], Out[Symbols];
void setup(void) {
  for (int I = 0; I < 1 << Bits; ++I) {
    int Length = I & 1 ? (I & 2 ? (I & 4 ? 9 : 5) : 3) : 2;
    Table[I] = (unsigned short)(Length << 8 | ((I * 37) & 255));
  }
}
void prepare(unsigned Call) { fillBytes(Code, sizeof Code, Call + 1); }
KERNEL void kernel(void) {
  unsigned long long Buffer = 0;
  unsigned Held = 0;
  const unsigned char *P = Code;
  for (int I = 0; I < Symbols; ++I) {
    while (Held <= 56) {
      Buffer |= (unsigned long long)*P++ << Held;
      Held += 8;
    }
    unsigned Entry = Table[Buffer & ((1 << Bits) - 1)];
    Buffer >>= Entry >> 8;
    Held -= Entry >> 8;
    Out[I] = (unsigned char)Entry;
  }
}
double checksum(void) { return sumBytes(Out, Symbols); }
