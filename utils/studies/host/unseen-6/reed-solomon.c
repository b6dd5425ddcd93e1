//===- reed-solomon.c - Check bytes of a code over 256 elements, by logarithms
//-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 120, Checks = 12 };
static unsigned char Data[N], Remainder[Checks], Log[256], Power[512];
static unsigned char Generator[Checks];
void setup(void) {
  unsigned X = 1;
  for (int I = 0; I < 255; ++I) {
    Power[I] = Power[I + 255] = (unsigned char)X;
    Log[X] = (unsigned char)I;
    X = X << 1 ^ (X & 128 ? 0x11d : 0);
  }
  for (int I = 0; I < Checks; ++I)
    Generator[I] = (unsigned char)(I * 19 + 3);
}
void prepare(unsigned Call) {
  fillBytes(Data, N, Call + 1);
  for (int I = 0; I < Checks; ++I)
    Remainder[I] = 0;
}
KERNEL void kernel(void) {
  for (int I = 0; I < N; ++I) {
    unsigned Feedback = Data[I] ^ Remainder[0];
    if (Feedback) {
      unsigned By = Log[Feedback];
      for (int J = 0; J < Checks - 1; ++J)
        Remainder[J] =
            (unsigned char)(Remainder[J + 1] ^ Power[By + Generator[J]]);
      Remainder[Checks - 1] = Power[By + Generator[Checks - 1]];
    } else {
      for (int J = 0; J < Checks - 1; ++J)
        Remainder[J] = Remainder[J + 1];
      Remainder[Checks - 1] = 0;
    }
  }
}
double checksum(void) { return sumBytes(Remainder, Checks); }
