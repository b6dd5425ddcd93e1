//===- softmax.c - Shares by exponentials, which are polynomials and exponents
//-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { Rows = 12, N = 64 };
static float In[Rows][N], Out[Rows][N];
void setup(void) { fillFloats(&In[0][0], Rows * N, 1); }
void prepare(unsigned Call) { In[Call % Rows][Call % N] += 1; }
HELPER float exponential(float X) {
  float T = X * 1.44269504f;
  int Whole = (int)(T - 0.5f);
  float F = T - (float)Whole;
  float P =
      1 + F * (0.6931472f +
               F * (0.2402265f +
                    F * (0.0555041f + F * (0.0096181f + F * 0.0013333f))));
  union {
    int Bits;
    float Value;
  } Scale = {(Whole + 127) << 23};
  return P * Scale.Value;
}
KERNEL void kernel(void) {
  for (int R = 0; R < Rows; ++R) {
    float Most = In[R][0];
    for (int I = 1; I < N; ++I)
      Most = In[R][I] > Most ? In[R][I] : Most;
    float Sum = 0;
    for (int I = 0; I < N; ++I) {
      Out[R][I] = exponential(In[R][I] - Most);
      Sum += Out[R][I];
    }
    float By = 1 / Sum;
    for (int I = 0; I < N; ++I)
      Out[R][I] *= By;
  }
}
double checksum(void) { return sumFloats(&Out[0][0], Rows * N); }
