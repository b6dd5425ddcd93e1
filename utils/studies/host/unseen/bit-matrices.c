//===- bit-matrices.c ---------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// 8 x 8 matrices of bits transposed by shifts and masks.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 1500 };
static unsigned long long X[N], Z[N];

void setup(void) { fillWords((unsigned *)X, 2 * N, 1); }

void prepare(unsigned Call) { (void)Call; }

KERNEL void kernel(void) {
  for (int I = 0; I < N; ++I) {
    unsigned long long M = X[I], T;
    T = (M ^ M >> 7) & 0x00AA00AA00AA00AAull;
    M ^= T ^ T << 7;
    T = (M ^ M >> 14) & 0x0000CCCC0000CCCCull;
    M ^= T ^ T << 14;
    T = (M ^ M >> 28) & 0x00000000F0F0F0F0ull;
    M ^= T ^ T << 28;
    Z[I] = M;
  }
}

double checksum(void) { return (double)(Z[N / 2] & 0xFFFFFF); }
