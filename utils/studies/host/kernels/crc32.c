//===- crc32.c ------------------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Cyclic redundancy check by table.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 200000 };
static unsigned char X[N];
static unsigned Table[256], Result;

void setup(void) {
  fillBytes(X, N, 1);
  for (unsigned I = 0; I < 256; ++I) {
    unsigned C = I;
    for (int K = 0; K < 8; ++K)
      C = C & 1 ? 0xEDB88320u ^ C >> 1 : C >> 1;
    Table[I] = C;
  }
}

void prepare(unsigned Call) { (void)Call; }

KERNEL void kernel(void) {
  unsigned C = ~0u;
  for (int I = 0; I < N; ++I)
    C = Table[(C ^ X[I]) & 255] ^ C >> 8;
  Result = ~C;
}

double checksum(void) { return Result; }
