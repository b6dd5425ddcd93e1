//===- z-function.c - How far a text agrees with its beginning -----------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 2000 };
static unsigned char Text[N];
static unsigned short Z[N];
void setup(void) {}
void prepare(unsigned Call) {
  fillBytes(Text, N, Call + 1);
  for (int I = 0; I < N; ++I)
    Text[I] = (unsigned char)(Text[I] % 5 == 0);
}
KERNEL void kernel(void) {
  unsigned Left = 0, Right = 0;
  for (unsigned I = 1; I < N; ++I) {
    unsigned Length = 0;
    if (I < Right) {
      unsigned Known = Z[I - Left], Rest = Right - I;
      Length = Known < Rest ? Known : Rest;
    }
    while (I + Length < N && Text[Length] == Text[I + Length])
      ++Length;
    Z[I] = (unsigned short)Length;
    if (I + Length > Right) {
      Left = I;
      Right = I + Length;
    }
  }
}
double checksum(void) {
  double S = 0;
  for (int I = 0; I < N; ++I)
    S += Z[I];
  return S;
}
