//===- karatsuba.c - Products of long numbers, by three of halves ---------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 32, Small = 8, Scratch = 4 * N };
typedef unsigned long long Limb;
typedef unsigned __int128 Wide;
static Limb A[N], B[N], Product[2 * N], Space[Scratch];
void setup(void) {}
void prepare(unsigned Call) {
  unsigned long long State = Call + 1;
  for (int I = 0; I < N; ++I) {
    A[I] = nextRandom(&State);
    B[I] = nextRandom(&State);
  }
}
/// Returns the carry.
HELPER Limb add(Limb *To, const Limb *X, const Limb *Y, int Number) {
  Limb Carry = 0;
  for (int I = 0; I < Number; ++I) {
    Wide Sum = (Wide)X[I] + Y[I] + Carry;
    To[I] = (Limb)Sum;
    Carry = (Limb)(Sum >> 64);
  }
  return Carry;
}
/// Returns the borrow.
HELPER Limb subtract(Limb *To, const Limb *X, const Limb *Y, int Number) {
  Limb Borrow = 0;
  for (int I = 0; I < Number; ++I) {
    Wide Difference = (Wide)X[I] - Y[I] - Borrow;
    To[I] = (Limb)Difference;
    Borrow = (Limb)(Difference >> 64) & 1;
  }
  return Borrow;
}
HELPER int isLess(const Limb *X, const Limb *Y, int Number) {
  for (int I = Number - 1; I >= 0; --I)
    if (X[I] != Y[I])
      return X[I] < Y[I];
  return 0;
}
/// Returns 1 if the difference was turned.
static int distance(Limb *To, const Limb *X, const Limb *Y, int Number) {
  if (isLess(X, Y, Number)) {
    subtract(To, Y, X, Number);
    return 1;
  }
  subtract(To, X, Y, Number);
  return 0;
}
static void multiplySmall(Limb *To, const Limb *X, const Limb *Y, int Number) {
  for (int I = 0; I < Number; ++I)
    To[I] = 0;
  for (int I = 0; I < Number; ++I) {
    Limb Carry = 0;
    for (int J = 0; J < Number; ++J) {
      Wide Sum = (Wide)X[I] * Y[J] + To[I + J] + Carry;
      To[I + J] = (Limb)Sum;
      Carry = (Limb)(Sum >> 64);
    }
    To[I + Number] = Carry;
  }
}
static void multiply(Limb *To, const Limb *X, const Limb *Y, int Number,
                     Limb *Free) {
  if (Number <= Small) {
    multiplySmall(To, X, Y, Number);
    return;
  }
  int Half = Number / 2;
  Limb *Cross = Free, *Middle = To;
  // The place of the result has room for differences until it is needed.
  int Turned = distance(Middle, X + Half, X, Half) ^
               distance(Middle + Half, Y + Half, Y, Half);
  multiply(Cross, Middle, Middle + Half, Half, Free + Number);
  multiply(To, X, Y, Half, Free + Number);
  multiply(To + Number, X + Half, Y + Half, Half, Free + Number);
  Limb *Sum = Free + Number;
  Limb Carry = add(Sum, To, To + Number, Number);
  if (Turned)
    Carry += add(Sum, Sum, Cross, Number);
  else
    Carry -= subtract(Sum, Sum, Cross, Number);
  Carry += add(To + Half, To + Half, Sum, Number);
  for (int I = Number + Half; Carry && I < 2 * Number; ++I) {
    To[I] += Carry;
    Carry = To[I] < Carry;
  }
}
KERNEL void kernel(void) { multiply(Product, A, B, N, Space); }
double checksum(void) {
  double S = 0;
  for (int I = 0; I < 2 * N; ++I)
    S += (double)(Product[I] >> 40) * (1 + I % 5);
  return S;
}
