//===- fnv.c --------------------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// FNV-1a hash of bytes.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 200000 };
static unsigned char X[N];
static unsigned long long Hash;

void setup(void) { fillBytes(X, N, 1); }

void prepare(unsigned Call) { (void)Call; }

KERNEL void kernel(void) {
  unsigned long long H = 0xCBF29CE484222325ull;
  for (int I = 0; I < N; ++I)
    H = (H ^ X[I]) * 0x100000001B3ull;
  Hash = H;
}

double checksum(void) { return (double)(Hash >> 32); }
