//===- adpcm.c - Sound in four bits a sample, with steps that adapt -------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 600 };
static unsigned char Coded[N / 2];
static short Sound[N], Steps[89];
static const signed char Moves[8] = {-1, -1, -1, -1, 2, 4, 6, 8};
void setup(void) {
  double Step = 7;
  for (int I = 0; I < 89; ++I, Step *= 1.1)
    Steps[I] = (short)Step;
}
void prepare(unsigned Call) { fillBytes(Coded, N / 2, Call + 1); }
KERNEL void kernel(void) {
  int Value = 0, Index = 20;
  for (int I = 0; I < N; ++I) {
    int Code = Coded[I / 2] >> (I & 1) * 4 & 15, Step = Steps[Index];
    int By = Step >> 3;
    if (Code & 4)
      By += Step;
    if (Code & 2)
      By += Step >> 1;
    if (Code & 1)
      By += Step >> 2;
    Value += Code & 8 ? -By : By;
    Value = Value > 32767 ? 32767 : Value < -32768 ? -32768 : Value;
    Index += Moves[Code & 7];
    Index = Index < 0 ? 0 : Index > 88 ? 88 : Index;
    Sound[I] = (short)Value;
  }
}
double checksum(void) {
  double S = 0;
  for (int I = 0; I < N; ++I)
    S += Sound[I];
  return S;
}
