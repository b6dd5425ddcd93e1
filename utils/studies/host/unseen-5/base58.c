//===- base58.c - Numbers of 32 bytes in base 58 -------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 12, Bytes = 32, Digits = 45 };
static unsigned char Numbers[N][Bytes], Text[N][Digits];
void setup(void) {}
void prepare(unsigned Call) { fillBytes(&Numbers[0][0], N * Bytes, Call + 1); }
KERNEL void kernel(void) {
  for (int K = 0; K < N; ++K) {
    unsigned Length = 0;
    unsigned char *To = Text[K];
    for (int I = 0; I < Bytes; ++I) {
      unsigned Carry = Numbers[K][I];
      for (unsigned D = 0; D < Length; ++D) {
        Carry += (unsigned)To[D] << 8;
        To[D] = (unsigned char)(Carry % 58);
        Carry /= 58;
      }
      for (; Carry; Carry /= 58)
        To[Length++] = (unsigned char)(Carry % 58);
    }
  }
}
double checksum(void) { return sumBytes(&Text[0][0], N * Digits); }
