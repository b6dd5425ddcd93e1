//===- runge-kutta.c - A Lorenz system, integrated by steps of fourth order
//-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { Steps = 120 };
static double At[3];
void setup(void) {}
void prepare(unsigned Call) {
  fillDoubles(At, 3, Call + 1);
  At[2] += 20;
}
HELPER void slope(const double *P, double *To) {
  To[0] = 10 * (P[1] - P[0]);
  To[1] = P[0] * (28 - P[2]) - P[1];
  To[2] = P[0] * P[1] - 8.0 / 3 * P[2];
}
HELPER void ahead(const double *P, const double *K, double By, double *To) {
  for (int I = 0; I < 3; ++I)
    To[I] = P[I] + By * K[I];
}
KERNEL void kernel(void) {
  const double H = 0.01;
  double P[3] = {At[0], At[1], At[2]}, A[3], B[3], C[3], D[3], Q[3];
  for (int I = 0; I < Steps; ++I) {
    slope(P, A);
    ahead(P, A, H / 2, Q);
    slope(Q, B);
    ahead(P, B, H / 2, Q);
    slope(Q, C);
    ahead(P, C, H, Q);
    slope(Q, D);
    for (int J = 0; J < 3; ++J)
      P[J] += H / 6 * (A[J] + 2 * (B[J] + C[J]) + D[J]);
  }
  for (int I = 0; I < 3; ++I)
    At[I] = P[I];
}
double checksum(void) { return At[0] + At[1] + At[2]; }
