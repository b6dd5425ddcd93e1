//===- pollard-rho.c - Factors of numbers by walks that meet themselves ---===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 5, Batch = 8, MostTries = 8 };
typedef unsigned long long Number;
static unsigned Numbers[N], Factors[N];
void setup(void) {}
static unsigned prime(unsigned From) {
  for (From |= 1;; From += 2) {
    unsigned I = 3;
    while (I * I <= From && From % I)
      I += 2;
    if (I * I > From)
      return From;
  }
}
void prepare(unsigned Call) {
  fillWords(Numbers, N, Call + 1);
  for (int I = 0; I < N; ++I) {
    unsigned P = prime(700 + (Numbers[I] & 511));
    Numbers[I] = P * prime(5000 + (Numbers[I] >> 18));
  }
}
HELPER unsigned step(unsigned X, unsigned Add, unsigned Modulus) {
  return (unsigned)(((Number)X * X + Add) % Modulus);
}
static unsigned divisor(unsigned A, unsigned B) {
  while (B) {
    unsigned Rest = A % B;
    A = B;
    B = Rest;
  }
  return A;
}
KERNEL void kernel(void) {
  for (int I = 0; I < N; ++I) {
    unsigned Modulus = Numbers[I], Factor = Modulus;
    for (unsigned Add = 1; Factor == Modulus && Add < MostTries; ++Add) {
      unsigned Slow = 2, Fast = 2;
      do {
        Number Product = 1;
        for (int J = 0; J < Batch; ++J) {
          Slow = step(Slow, Add, Modulus);
          Fast = step(step(Fast, Add, Modulus), Add, Modulus);
          Product = Product * (Slow > Fast ? Slow - Fast : Fast - Slow);
          Product %= Modulus;
        }
        Factor = divisor(Modulus, (unsigned)Product);
      } while (Factor == 1);
    }
    Factors[I] = Factor;
  }
}
double checksum(void) {
  double S = 0;
  for (int I = 0; I < N; ++I)
    S += Factors[I];
  return S;
}
