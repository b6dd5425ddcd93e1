//===- big-multiply.c ---------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Schoolbook product of two numbers of 48 words of 64 bits.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 48 };
static unsigned long long A[N], B[N], Z[2 * N];

void setup(void) {
  fillWords((unsigned *)A, 2 * N, 1);
  fillWords((unsigned *)B, 2 * N, 2);
}

void prepare(unsigned Call) { A[0] ^= Call; }

KERNEL void kernel(void) {
  for (int I = 0; I < 2 * N; ++I)
    Z[I] = 0;
  for (int I = 0; I < N; ++I) {
    unsigned long long Carry = 0;
    for (int J = 0; J < N; ++J) {
      unsigned __int128 T = (unsigned __int128)A[I] * B[J] + Z[I + J] + Carry;
      Z[I + J] = (unsigned long long)T;
      Carry = (unsigned long long)(T >> 64);
    }
    Z[I + N] = Carry;
  }
}

double checksum(void) { return (double)(Z[N] & 0xFFFFFF); }
