//===- curve-ladder.c - A point of Curve25519 times a number --------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { Bits = 8, Limbs = 5 };
#define MASK ((1ull << 51) - 1)
typedef unsigned long long Limb;
typedef Limb Field[Limbs];
__extension__ typedef unsigned __int128 Wide;
static Field Start, X2, Z2, X3, Z3;
static unsigned Scalar;
void setup(void) {}
void prepare(unsigned Call) {
  unsigned long long State = Call + 1;
  for (int I = 0; I < Limbs; ++I)
    Start[I] = nextRandom(&State) & MASK;
  fillWords(&Scalar, 1, Call + 1);
}
HELPER void add(Field To, const Field A, const Field B) {
  for (int I = 0; I < Limbs; ++I)
    To[I] = A[I] + B[I];
}
HELPER void subtract(Field To, const Field A, const Field B) {
  To[0] = A[0] + (8 * MASK - 8 * 18) - B[0];
  for (int I = 1; I < Limbs; ++I)
    To[I] = A[I] + 8 * MASK - B[I];
}
HELPER void reduce(Field To, Wide *T) {
  for (int I = 0; I + 1 < Limbs; ++I) {
    T[I + 1] += (Limb)(T[I] >> 51);
    To[I] = (Limb)T[I] & MASK;
  }
  Limb Carry = (Limb)(T[4] >> 51);
  To[4] = (Limb)T[4] & MASK;
  To[0] += Carry * 19;
  To[1] += To[0] >> 51;
  To[0] &= MASK;
}
static void multiply(Field To, const Field A, const Field B) {
  Limb B1 = 19 * B[1], B2 = 19 * B[2], B3 = 19 * B[3], B4 = 19 * B[4];
  Wide T[Limbs];
  T[0] = (Wide)A[0] * B[0] + (Wide)A[1] * B4 + (Wide)A[2] * B3 +
         (Wide)A[3] * B2 + (Wide)A[4] * B1;
  T[1] = (Wide)A[0] * B[1] + (Wide)A[1] * B[0] + (Wide)A[2] * B4 +
         (Wide)A[3] * B3 + (Wide)A[4] * B2;
  T[2] = (Wide)A[0] * B[2] + (Wide)A[1] * B[1] + (Wide)A[2] * B[0] +
         (Wide)A[3] * B4 + (Wide)A[4] * B3;
  T[3] = (Wide)A[0] * B[3] + (Wide)A[1] * B[2] + (Wide)A[2] * B[1] +
         (Wide)A[3] * B[0] + (Wide)A[4] * B4;
  T[4] = (Wide)A[0] * B[4] + (Wide)A[1] * B[3] + (Wide)A[2] * B[2] +
         (Wide)A[3] * B[1] + (Wide)A[4] * B[0];
  reduce(To, T);
}
HELPER void scale(Field To, const Field A, Limb By) {
  Wide T[Limbs];
  for (int I = 0; I < Limbs; ++I)
    T[I] = (Wide)A[I] * By;
  reduce(To, T);
}
HELPER void swapIf(Limb Condition, Field A, Field B) {
  for (int I = 0; I < Limbs; ++I) {
    Limb Change = (A[I] ^ B[I]) & (0 - Condition);
    A[I] ^= Change;
    B[I] ^= Change;
  }
}
static void step(void) {
  Field A, B, C, D, E;
  add(A, X2, Z2);
  subtract(B, X2, Z2);
  add(C, X3, Z3);
  subtract(D, X3, Z3);
  multiply(D, D, A);
  multiply(C, C, B);
  add(X3, D, C);
  multiply(X3, X3, X3);
  subtract(Z3, D, C);
  multiply(Z3, Z3, Z3);
  multiply(Z3, Z3, Start);
  multiply(A, A, A);
  multiply(B, B, B);
  multiply(X2, A, B);
  subtract(E, A, B);
  scale(C, E, 121665);
  add(C, C, A);
  multiply(Z2, E, C);
}
KERNEL void kernel(void) {
  for (int I = 0; I < Limbs; ++I) {
    X2[I] = Z3[I] = I == 0;
    Z2[I] = 0;
    X3[I] = Start[I];
  }
  Limb Swapped = 0;
  for (int I = Bits - 1; I >= 0; --I) {
    Limb Bit = Scalar >> I & 1;
    swapIf(Swapped ^ Bit, X2, X3);
    swapIf(Swapped ^ Bit, Z2, Z3);
    Swapped = Bit;
    step();
  }
}
double checksum(void) {
  double S = 0;
  for (int I = 0; I < Limbs; ++I)
    S += (double)(X2[I] ^ Z2[I] ^ X3[I] ^ Z3[I]);
  return S;
}
