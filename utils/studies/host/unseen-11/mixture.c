//===- mixture.c - Three bells that explain points best -------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 120, Parts = 3, Rounds = 2 };
static double Points[N], Shares[N][Parts];
static struct Part {
  double Weight, Mean, Deviation;
} Mixture[Parts];
void setup(void) {}
void prepare(unsigned Call) {
  unsigned long long State = Call + 1;
  for (int I = 0; I < N; ++I) {
    double Sum = 0;
    for (int J = 0; J < 4; ++J)
      Sum += (double)(nextRandom(&State) >> 11) / 9007199254740992.0 - 0.5;
    unsigned long long R = nextRandom(&State) >> 62;
    Points[I] = R == 0 ? Sum - 2 : R == 1 ? 0.5 * Sum + 3 : 1.5 * Sum + 0.5;
  }
}
/// Of numbers that are not positive.
HELPER double exponential(double X) {
  if (X < -700)
    return 0;
  double Scaled = X * 1.4426950408889634;
  int Whole = (int)(Scaled - 0.5);
  double R = X - Whole * 0.6931471805599453;
  double Result = 1.0 / 5040;
  Result = Result * R + 1.0 / 720;
  Result = Result * R + 1.0 / 120;
  Result = Result * R + 1.0 / 24;
  Result = Result * R + 1.0 / 6;
  Result = Result * R + 0.5;
  Result = Result * R + 1;
  Result = Result * R + 1;
  union {
    unsigned long long Bits;
    double Value;
  } Power = {(unsigned long long)(Whole + 1023) << 52};
  return Result * Power.Value;
}
static void expect(void) {
  for (int I = 0; I < N; ++I) {
    double Sum = 1e-300;
    for (int J = 0; J < Parts; ++J) {
      const struct Part *P = &Mixture[J];
      double Off = (Points[I] - P->Mean) / P->Deviation;
      Shares[I][J] = P->Weight / P->Deviation * exponential(-0.5 * Off * Off);
      Sum += Shares[I][J];
    }
    for (int J = 0; J < Parts; ++J)
      Shares[I][J] /= Sum;
  }
}
static void maximize(void) {
  for (int J = 0; J < Parts; ++J) {
    double Share = 1e-9, Sum = 0, Squares = 0;
    for (int I = 0; I < N; ++I) {
      Share += Shares[I][J];
      Sum += Shares[I][J] * Points[I];
    }
    double Mean = Sum / Share;
    for (int I = 0; I < N; ++I) {
      double Off = Points[I] - Mean;
      Squares += Shares[I][J] * Off * Off;
    }
    double Deviation = __builtin_sqrt(Squares / Share);
    Mixture[J] =
        (struct Part){Share / N, Mean, Deviation < 0.01 ? 0.01 : Deviation};
  }
}
KERNEL void kernel(void) {
  for (int J = 0; J < Parts; ++J)
    Mixture[J] = (struct Part){1.0 / Parts, 2.0 * J - 2, 1};
  for (int Round = 0; Round < Rounds; ++Round) {
    expect();
    maximize();
  }
}
double checksum(void) {
  double S = 0;
  for (int J = 0; J < Parts; ++J)
    S += Mixture[J].Weight * (J + 1) + Mixture[J].Mean + Mixture[J].Deviation;
  return S;
}
