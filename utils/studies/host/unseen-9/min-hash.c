//===- min-hash.c - How alike two texts are, by least hashes of parts -----===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { Hashes = 32, N = 240, Part = 5 };
static unsigned char Texts[2][N];
static unsigned Times[Hashes], Plus[Hashes], Least[2][Hashes];
static unsigned Same;
void setup(void) {
  fillWords(Times, Hashes, 1);
  fillWords(Plus, Hashes, 2);
  for (int I = 0; I < Hashes; ++I)
    Times[I] |= 1;
}
void prepare(unsigned Call) {
  fillBytes(&Texts[0][0], 2 * N, Call + 1);
  for (int I = 0; I < N; ++I)
    if (Texts[1][I] > 16)
      Texts[1][I] = Texts[0][I];
}
static void sign(const unsigned char *Text, unsigned *To) {
  for (int I = 0; I < Hashes; ++I)
    To[I] = ~0u;
  for (int I = 0; I + Part <= N; ++I) {
    unsigned Hash = 2166136261u;
    for (int J = 0; J < Part; ++J)
      Hash = (Hash ^ Text[I + J]) * 16777619u;
    for (int J = 0; J < Hashes; ++J) {
      unsigned Own = Hash * Times[J] + Plus[J];
      Own ^= Own >> 15;
      To[J] = Own < To[J] ? Own : To[J];
    }
  }
}
KERNEL void kernel(void) {
  sign(Texts[0], Least[0]);
  sign(Texts[1], Least[1]);
  unsigned Count = 0;
  for (int I = 0; I < Hashes; ++I)
    Count += Least[0][I] == Least[1][I];
  Same = Count;
}
double checksum(void) {
  double S = Same;
  for (int I = 0; I < Hashes; ++I)
    S += 1e-6 * Least[0][I] + 2e-6 * Least[1][I];
  return S;
}
