//===- base64.c -----------------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Base64 encoding.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 90000 };
static unsigned char X[N], Z[N / 3 * 4];
static const char Digits[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

void setup(void) { fillBytes(X, N, 1); }

void prepare(unsigned Call) { (void)Call; }

KERNEL void kernel(void) {
  unsigned char *To = Z;
  for (int I = 0; I < N; I += 3) {
    unsigned Group = (unsigned)X[I] << 16 | X[I + 1] << 8 | X[I + 2];
    *To++ = (unsigned char)Digits[Group >> 18];
    *To++ = (unsigned char)Digits[Group >> 12 & 63];
    *To++ = (unsigned char)Digits[Group >> 6 & 63];
    *To++ = (unsigned char)Digits[Group & 63];
  }
}

double checksum(void) { return sumBytes(Z, N / 3 * 4); }
