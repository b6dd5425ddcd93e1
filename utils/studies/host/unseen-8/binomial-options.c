//===- binomial-options.c - What options are worth, from their end --------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { Steps = 64, N = 3 };
static double Spot[2 * Steps + 1], Strike[N], Up[N], Worth[N];
void setup(void) {}
void prepare(unsigned Call) {
  fillDoubles(Strike, N, Call + 1);
  fillDoubles(Up, N, Call + 100);
  for (int I = 0; I < N; ++I) {
    Strike[I] = 90 + 20 * Strike[I];
    Up[I] = 0.49 + 0.02 * Up[I];
  }
  double Price = 100;
  for (int I = 0; I < Steps; ++I)
    Price /= 1.02;
  for (int I = 0; I <= 2 * Steps; ++I) {
    Spot[I] = Price;
    Price *= 1.02;
  }
}
KERNEL void kernel(void) {
  double Value[Steps + 1];
  for (int I = 0; I < N; ++I) {
    double High = Up[I] * 0.9995, Low = (1 - Up[I]) * 0.9995;
    for (int J = 0; J <= Steps; ++J) {
      double Now = Strike[I] - Spot[2 * J];
      Value[J] = Now > 0 ? Now : 0;
    }
    for (int Step = Steps - 1; Step >= 0; --Step)
      for (int J = 0; J <= Step; ++J) {
        double Wait = High * Value[J + 1] + Low * Value[J];
        double Now = Strike[I] - Spot[2 * J + Steps - Step];
        Value[J] = Now > Wait ? Now : Wait;
      }
    Worth[I] = Value[0];
  }
}
double checksum(void) { return sumDoubles(Worth, N); }
