//===- soft-float.c - Floating-point numbers by integer operations --------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 22, Degree = 5, MostExponent = 255 };
typedef unsigned Float;
typedef unsigned long long Word;
#define SIGN 0x80000000u
#define FRACTION 0x7FFFFFu
static Float Points[N], Above[Degree + 1], Below[Degree + 1], Values[N];
void setup(void) {}
static void fill(Float *To, size_t Number, unsigned Seed) {
  fillWords(To, Number, Seed);
  for (size_t I = 0; I < Number; ++I)
    To[I] = (To[I] & (SIGN | FRACTION)) | (125 + (To[I] >> 24 & 3)) << 23;
}
void prepare(unsigned Call) {
  fill(Points, N, Call + 1);
  fill(Above, Degree + 1, Call + 100);
  fill(Below, Degree + 1, Call + 200);
}
HELPER int exponent(Float A) { return (int)(A >> 23 & MostExponent); }
HELPER unsigned mantissa(Float A) { return (A & FRACTION) | (FRACTION + 1); }
/// Rounds to nearest. With bit 30 as its first the mantissa is at least one.
static Float pack(Float Sign, int Exponent, unsigned Mantissa) {
  if (Mantissa == 0)
    return 0;
  int Shift = __builtin_clz(Mantissa) - 1;
  Mantissa <<= Shift;
  Exponent -= Shift;
  unsigned Rest = Mantissa & 127;
  Mantissa = (Mantissa + 64) >> 7;
  if (Rest == 64)
    Mantissa &= ~1u;
  if (Mantissa > 2 * FRACTION + 1) {
    Mantissa >>= 1;
    ++Exponent;
  }
  if (Exponent <= 0)
    return Sign;
  if (Exponent >= MostExponent)
    return Sign | (Float)MostExponent << 23;
  return Sign | (Float)Exponent << 23 | (Mantissa & FRACTION);
}
static Float add(Float A, Float B) {
  if ((A & ~SIGN) < (B & ~SIGN)) {
    Float T = A;
    A = B;
    B = T;
  }
  if (exponent(B) == 0)
    return A;
  int Shift = exponent(A) - exponent(B);
  unsigned More = mantissa(A) << 6, Less = mantissa(B) << 6;
  if (Shift > 30)
    Less = 1;
  else
    Less = Less >> Shift | ((Less & ((1u << Shift) - 1)) != 0);
  unsigned Sum = (A ^ B) & SIGN ? More - Less : More + Less;
  return pack(A & SIGN, exponent(A) + 1, Sum);
}
static Float multiply(Float A, Float B) {
  Float Sign = (A ^ B) & SIGN;
  if (exponent(A) == 0 || exponent(B) == 0)
    return Sign;
  Word Product = (Word)mantissa(A) * mantissa(B);
  unsigned Rest = (Product & 0x1FFFF) != 0;
  return pack(Sign, exponent(A) + exponent(B) - 126,
              (unsigned)(Product >> 17) | Rest);
}
static Float divide(Float A, Float B) {
  Float Sign = (A ^ B) & SIGN;
  if (exponent(A) == 0)
    return Sign;
  if (exponent(B) == 0)
    return Sign | (Float)MostExponent << 23;
  Word Dividend = (Word)mantissa(A) << 30;
  unsigned Quotient = (unsigned)(Dividend / mantissa(B));
  unsigned Rest = Dividend % mantissa(B) != 0;
  return pack(Sign, exponent(A) - exponent(B) + 127, Quotient | Rest);
}
static Float polynomial(const Float *Of, Float At) {
  Float Sum = Of[Degree];
  for (int I = Degree - 1; I >= 0; --I)
    Sum = add(multiply(Sum, At), Of[I]);
  return Sum;
}
KERNEL void kernel(void) {
  for (int I = 0; I < N; ++I)
    Values[I] =
        divide(polynomial(Above, Points[I]), polynomial(Below, Points[I]));
}
double checksum(void) {
  double S = 0;
  for (int I = 0; I < N; ++I) {
    union {
      Float Bits;
      float Value;
    } Number = {Values[I]};
    S += Number.Value;
  }
  return S;
}
