//===- simpson.c - An integral by halves, until parabolas fit -------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

static double Peak[3], Integral;
static unsigned Leaves;
void setup(void) {}
void prepare(unsigned Call) { fillDoubles(Peak, 3, Call + 1); }
static double value(double X) {
  double A = X - Peak[0], B = X - Peak[1];
  return 1 / (A * A + 0.01) + Peak[2] / (B * B + 0.04) - X;
}
static double refine(double A, double Fa, double Fm, double B, double Fb,
                     double Whole, double Error, int Depth) {
  double M = 0.5 * (A + B), H = (B - A) / 12;
  double Fl = value(0.5 * (A + M)), Fr = value(0.5 * (M + B));
  double Left = H * (Fa + 4 * Fl + Fm), Right = H * (Fm + 4 * Fr + Fb);
  double Off = Left + Right - Whole;
  if (Depth == 0 || (Off < 15 * Error && Off > -15 * Error)) {
    ++Leaves;
    return Left + Right + Off / 15;
  }
  return refine(A, Fa, Fl, M, Fm, Left, Error / 2, Depth - 1) +
         refine(M, Fm, Fr, B, Fb, Right, Error / 2, Depth - 1);
}
KERNEL void kernel(void) {
  double Fa = value(0), Fm = value(0.5), Fb = value(1);
  Leaves = 0;
  Integral = refine(0, Fa, Fm, 1, Fb, (Fa + 4 * Fm + Fb) / 6, 1e-7, 20);
}
double checksum(void) { return Integral + Leaves; }
