//===- ignore-case.c - Texts compared without regard to case ------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 160, Length = 24 };
static unsigned char Texts[2 * N][Length];
static unsigned Same, Where;
void setup(void) {}
void prepare(unsigned Call) {
  fillBytes(&Texts[0][0], sizeof(Texts), Call + 1);
  for (int I = 0; I < N; ++I) {
    unsigned Equal = Texts[2 * I][0] % (Length + 1);
    for (int K = 0; K < Length; ++K) {
      unsigned char Letter = (unsigned char)('a' + Texts[2 * I][K] % 26);
      unsigned char Other = (unsigned char)('a' + Texts[2 * I + 1][K] % 26);
      Texts[2 * I][K] = Letter;
      Texts[2 * I + 1][K] = (unsigned)K < Equal
                                ? (unsigned char)(Letter - (Other & 1) * 32)
                                : Other;
    }
  }
}
HELPER unsigned lower(unsigned C) { return C >= 'A' && C <= 'Z' ? C + 32 : C; }
KERNEL void kernel(void) {
  unsigned Equal = 0, Place = 0;
  for (int I = 0; I < N; ++I) {
    const unsigned char *A = Texts[2 * I], *B = Texts[2 * I + 1];
    int K = 0;
    while (K < Length && lower(A[K]) == lower(B[K]))
      ++K;
    Equal += K == Length;
    Place += (unsigned)K;
  }
  Same = Equal;
  Where = Place;
}
double checksum(void) { return Same * 1000.0 + Where; }
