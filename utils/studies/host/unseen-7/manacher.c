//===- manacher.c - The palindromes around each place of a text -----------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 700 };
static unsigned char Text[N];
static int Odd[N], Even[N];
void setup(void) {}
void prepare(unsigned Call) {
  fillBytes(Text, N, Call + 1);
  for (int I = 0; I < N; ++I)
    Text[I] = "aabc"[Text[I] & 3];
}
HELPER void radii(int *Radius, int IsEven) {
  int Left = 0, Right = -1;
  for (int I = 0; I < N; ++I) {
    int R = IsEven ? 0 : 1;
    if (I <= Right) {
      int Mirror = Radius[Left + Right - I + IsEven];
      R = Mirror < Right - I + 1 ? Mirror : Right - I + 1;
    }
    while (I - R - IsEven >= 0 && I + R < N &&
           Text[I - R - IsEven] == Text[I + R])
      ++R;
    Radius[I] = R;
    if (I + R - 1 > Right) {
      Left = I - R + 1 - IsEven;
      Right = I + R - 1;
    }
  }
}
KERNEL void kernel(void) {
  radii(Odd, 0);
  radii(Even, 1);
}
double checksum(void) {
  double S = 0;
  for (int I = 0; I < N; ++I)
    S += Odd[I] * 3 + Even[I];
  return S;
}
