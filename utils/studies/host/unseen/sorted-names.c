//===- sorted-names.c ---------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Binary search among 512 names that share beginnings, compared byte by byte.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 512, Length = 16, Queries = 250 };
static char Names[N][Length], Wanted[Queries][Length];
static int Sum;

static void name(char *To, unsigned I) {
  static const char Begin[] = "measure_";
  for (int K = 0; K < 8; ++K)
    To[K] = Begin[K];
  for (int K = 0; K < 6; ++K)
    To[8 + K] = (char)('a' + (I >> (15 - 3 * K) & 7));
  To[14] = 0;
}

void setup(void) {
  for (unsigned I = 0; I < N; ++I)
    name(Names[I], I * 500);
}

void prepare(unsigned Call) {
  unsigned long long State = Call + 1;
  for (int Q = 0; Q < Queries; ++Q)
    name(Wanted[Q], (unsigned)(nextRandom(&State) % (N * 500)));
}

static __attribute__((noinline)) int compare(const char *A, const char *B) {
  while (*A && *A == *B)
    ++A, ++B;
  return (unsigned char)*A - (unsigned char)*B;
}

KERNEL void kernel(void) {
  int Total = 0;
  for (int Q = 0; Q < Queries; ++Q) {
    int Low = 0, High = N;
    while (Low < High) {
      int Middle = (Low + High) / 2;
      if (compare(Names[Middle], Wanted[Q]) < 0)
        Low = Middle + 1;
      else
        High = Middle;
    }
    Total += Low;
  }
  Sum = Total;
}

double checksum(void) { return Sum; }
