//===- luhn.c - Check digits of card numbers ----------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 200, Digits = 16 };
static unsigned char Cards[N][Digits];
static unsigned Valid;
void setup(void) {}
void prepare(unsigned Call) {
  fillBytes(&Cards[0][0], sizeof(Cards), Call + 1);
  for (int I = 0; I < N; ++I)
    for (int D = 0; D < Digits; ++D)
      Cards[I][D] = (unsigned char)('0' + Cards[I][D] % 10);
}
KERNEL void kernel(void) {
  unsigned Good = 0;
  for (int I = 0; I < N; ++I) {
    unsigned Sum = 0;
    for (int D = 0; D < Digits; ++D) {
      unsigned Digit = Cards[I][D] - '0';
      if (D % 2 == 0) {
        Digit *= 2;
        if (Digit > 9)
          Digit -= 9;
      }
      Sum += Digit;
    }
    Good += Sum % 10 == 0;
  }
  Valid = Good;
}
double checksum(void) { return Valid; }
