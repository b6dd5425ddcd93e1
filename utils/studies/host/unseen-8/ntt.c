//===- ntt.c - A product of polynomials by transforms modulo a prime ------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { Log = 7, N = 1 << Log, Prime = 998244353 };
static unsigned First[N], Second[N], Roots[N], Inverse[N], Scale;
HELPER unsigned times(unsigned A, unsigned B) {
  return (unsigned)((unsigned long long)A * B % Prime);
}
HELPER unsigned plus(unsigned A, unsigned B) {
  unsigned Sum = A + B;
  return Sum >= Prime ? Sum - Prime : Sum;
}
HELPER unsigned minus(unsigned A, unsigned B) {
  return A >= B ? A - B : A + Prime - B;
}
static unsigned power(unsigned Base, unsigned Exponent) {
  unsigned Result = 1;
  for (; Exponent; Exponent >>= 1) {
    if (Exponent & 1)
      Result = times(Result, Base);
    Base = times(Base, Base);
  }
  return Result;
}
void setup(void) {
  for (unsigned Half = 1; Half < N; Half *= 2) {
    unsigned Root = power(3, (Prime - 1) / (2 * Half));
    unsigned Back = power(Root, Prime - 2);
    Roots[Half] = Inverse[Half] = 1;
    for (unsigned J = 1; J < Half; ++J) {
      Roots[Half + J] = times(Roots[Half + J - 1], Root);
      Inverse[Half + J] = times(Inverse[Half + J - 1], Back);
    }
  }
  Scale = power(N, Prime - 2);
}
void prepare(unsigned Call) {
  fillWords(First, N, Call + 1);
  fillWords(Second, N, Call + 100);
  for (int I = 0; I < N; ++I) {
    First[I] = I < N / 2 ? First[I] % Prime : 0;
    Second[I] = I < N / 2 ? Second[I] % Prime : 0;
  }
}
static void forth(unsigned *A) {
  for (int Half = N / 2; Half > 0; Half /= 2)
    for (int I = 0; I < N; I += 2 * Half)
      for (int J = 0; J < Half; ++J) {
        unsigned U = A[I + J], V = A[I + J + Half];
        A[I + J] = plus(U, V);
        A[I + J + Half] = times(minus(U, V), Roots[Half + J]);
      }
}
static void back(unsigned *A) {
  for (int Half = 1; Half < N; Half *= 2)
    for (int I = 0; I < N; I += 2 * Half)
      for (int J = 0; J < Half; ++J) {
        unsigned U = A[I + J], V = times(A[I + J + Half], Inverse[Half + J]);
        A[I + J] = plus(U, V);
        A[I + J + Half] = minus(U, V);
      }
}
KERNEL void kernel(void) {
  forth(First);
  forth(Second);
  for (int I = 0; I < N; ++I)
    First[I] = times(times(First[I], Second[I]), Scale);
  back(First);
}
double checksum(void) {
  double S = 0;
  for (int I = 0; I < N; ++I)
    S += First[I];
  return S;
}
