//===- integer-roots.c - Square roots of integers, bit by bit -------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 300 };
static unsigned Numbers[N];
static unsigned short Roots[N];
static unsigned Squares;
void setup(void) {}
void prepare(unsigned Call) {
  fillWords(Numbers, N, Call + 1);
  for (int I = 0; I < N; ++I)
    Numbers[I] >>= Numbers[I] & 15;
}
KERNEL void kernel(void) {
  unsigned Exact = 0;
  for (int I = 0; I < N; ++I) {
    unsigned Rest = Numbers[I], Root = 0, Bit = 1u << 30;
    while (Bit > Rest)
      Bit >>= 2;
    while (Bit != 0) {
      if (Rest >= Root + Bit) {
        Rest -= Root + Bit;
        Root = (Root >> 1) + Bit;
      } else {
        Root >>= 1;
      }
      Bit >>= 2;
    }
    Roots[I] = (unsigned short)Root;
    Exact += Rest == 0;
  }
  Squares = Exact;
}
double checksum(void) {
  double S = Squares;
  for (int I = 0; I < N; ++I)
    S += Roots[I];
  return S;
}
