//===- secret-shares.c - Secrets from shares, by Lagrange's polynomials ---===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { Secrets = 5, Shares = 6 };
static const long long Prime = 2147483647;
static unsigned X[Secrets][Shares], Y[Secrets][Shares], Secret[Secrets];
void setup(void) {}
void prepare(unsigned Call) {
  fillWords(&X[0][0], Secrets * Shares, 2 * Call + 1);
  fillWords(&Y[0][0], Secrets * Shares, 2 * Call + 2);
  for (int I = 0; I < Secrets; ++I)
    for (int J = 0; J < Shares; ++J)
      X[I][J] = (X[I][J] & 0xFFFFF) * Shares + (unsigned)J + 1;
}
static long long inverse(long long A) {
  long long B = Prime, U = 1, V = 0;
  while (A != 0) {
    long long Q = B / A, T = B - Q * A;
    B = A;
    A = T;
    T = V - Q * U;
    V = U;
    U = T;
  }
  return V < 0 ? V + Prime : V;
}
KERNEL void kernel(void) {
  for (int I = 0; I < Secrets; ++I) {
    long long Sum = 0;
    for (int J = 0; J < Shares; ++J) {
      long long Above = Y[I][J] / 4, Below = 1;
      for (int K = 0; K < Shares; ++K) {
        if (K == J)
          continue;
        long long D = (long long)X[I][K] - X[I][J];
        Above = Above * X[I][K] % Prime;
        Below = Below * (D < 0 ? D + Prime : D) % Prime;
      }
      Sum = (Sum + Above * inverse(Below)) % Prime;
    }
    Secret[I] = (unsigned)Sum;
  }
}
double checksum(void) { return Secret[0] + (double)Secret[Secrets - 1]; }
