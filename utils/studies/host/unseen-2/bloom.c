//===- bloom.c ----------------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Questions to a Bloom filter of 32 KiB with four hashes.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { Bits = 18, N = 2500 };
static unsigned long long Filter[1 << (Bits - 6)];
static unsigned Wanted[N];
static int Found;

HELPER unsigned place(unsigned Key, unsigned K) {
  return (Key * 2654435761u + K * 0x9E3779B9u * (Key >> 15 | 1)) >>
         (32 - Bits);
}

void setup(void) {
  for (unsigned I = 0; I < 30000; ++I)
    for (unsigned K = 0; K < 4; ++K)
      Filter[place(I * 7, K) >> 6] |= 1ull << (place(I * 7, K) & 63);
}

void prepare(unsigned Call) { fillWords(Wanted, N, Call + 1); }

KERNEL void kernel(void) {
  int Count = 0;
  for (int I = 0; I < N; ++I) {
    int In = 1;
    for (unsigned K = 0; K < 4 && In; ++K) {
      unsigned P = place(Wanted[I], K);
      In = Filter[P >> 6] >> (P & 63) & 1;
    }
    Count += In;
  }
  Found = Count;
}

double checksum(void) { return Found; }
