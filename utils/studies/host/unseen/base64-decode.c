//===- base64-decode.c --------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Base64 decoding by a table, four characters a step.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 8000 };
static unsigned char Text[N], Z[N / 4 * 3];
static signed char Values[256];
static int Wrong;

void setup(void) {
  static const char Digits[] =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (int I = 0; I < 256; ++I)
    Values[I] = -1;
  for (int I = 0; I < 64; ++I)
    Values[(unsigned char)Digits[I]] = (signed char)I;
  fillBytes(Text, N, 7);
  for (int I = 0; I < N; ++I)
    Text[I] = (unsigned char)Digits[Text[I] & 63];
}

void prepare(unsigned Call) { (void)Call; }

KERNEL void kernel(void) {
  unsigned char *To = Z;
  Wrong = 0;
  for (int I = 0; I < N; I += 4) {
    int A = Values[Text[I]], B = Values[Text[I + 1]];
    int C = Values[Text[I + 2]], D = Values[Text[I + 3]];
    if ((A | B | C | D) < 0) {
      Wrong = I;
      return;
    }
    *To++ = (unsigned char)(A << 2 | B >> 4);
    *To++ = (unsigned char)(B << 4 | C >> 2);
    *To++ = (unsigned char)(C << 6 | D);
  }
}

double checksum(void) { return sumBytes(Z, sizeof(Z)) + Wrong; }
