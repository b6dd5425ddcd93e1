//===- hamming-code.c - Nibbles with three check bits, and errors mended -===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 1200 };
static unsigned char Data[N], Codes[N], Back[N];
void setup(void) {}
void prepare(unsigned Call) { fillBytes(Data, N, Call + 1); }
KERNEL void kernel(void) {
  for (int I = 0; I < N; ++I) {
    unsigned D = Data[I] & 15, A = D >> 3, B = D >> 2 & 1, C = D >> 1 & 1,
             E = D & 1;
    unsigned Code = (A ^ B ^ E) << 6 | (A ^ C ^ E) << 5 | A << 4 |
                    (B ^ C ^ E) << 3 | B << 2 | C << 1 | E;
    Codes[I] = (unsigned char)(Code ^ (1u << (Data[I] >> 4 & 7)) % 128);
  }
  for (int I = 0; I < N; ++I) {
    unsigned Code = Codes[I], S = 0;
    for (unsigned Bit = 0; Bit < 7; ++Bit)
      S ^= (Code >> (6 - Bit) & 1) * (Bit + 1);
    if (S)
      Code ^= 128 >> S;
    Back[I] = (unsigned char)((Code >> 1 & 8) | (Code & 7));
  }
}
double checksum(void) { return sumBytes(Back, N); }
