//===- exact-determinants.c - Determinants of integers, never rounded ----===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { Matrices = 12, Side = 6 };
static signed char All[Matrices][Side][Side];
static long long Determinants[Matrices];
void setup(void) {}
void prepare(unsigned Call) {
  unsigned char Bytes[Matrices * Side * Side];
  fillBytes(Bytes, sizeof Bytes, Call + 1);
  for (int M = 0; M < Matrices; ++M)
    for (int I = 0; I < Side; ++I)
      for (int J = 0; J < Side; ++J) {
        unsigned Byte = Bytes[(M * Side + I) * Side + J];
        All[M][I][J] = (signed char)(Byte < 40 ? 0 : (int)(Byte % 41) - 20);
      }
}
/// Bareiss' elimination: each quotient is exact.
static long long determinant(const signed char (*From)[Side]) {
  long long M[Side][Side], Last = 1;
  int Sign = 1;
  for (int I = 0; I < Side; ++I)
    for (int J = 0; J < Side; ++J)
      M[I][J] = From[I][J];
  for (int K = 0; K < Side - 1; ++K) {
    int Pivot = K;
    while (Pivot < Side && M[Pivot][K] == 0)
      ++Pivot;
    if (Pivot == Side)
      return 0;
    if (Pivot != K) {
      for (int J = K; J < Side; ++J) {
        long long T = M[K][J];
        M[K][J] = M[Pivot][J];
        M[Pivot][J] = T;
      }
      Sign = -Sign;
    }
    for (int I = K + 1; I < Side; ++I)
      for (int J = K + 1; J < Side; ++J)
        M[I][J] = (M[I][J] * M[K][K] - M[I][K] * M[K][J]) / Last;
    Last = M[K][K];
  }
  return Sign * M[Side - 1][Side - 1];
}
KERNEL void kernel(void) {
  for (int I = 0; I < Matrices; ++I)
    Determinants[I] = determinant(All[I]);
}
double checksum(void) {
  double S = 0;
  for (int I = 0; I < Matrices; ++I)
    S += (double)Determinants[I] * (1 + I % 3);
  return S;
}
