//===- hues.c - Colours as hue, saturation and value ---------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 600 };
static float R[N], G[N], B[N], H[N], S[N];
void setup(void) {
  fillFloats(R, N, 1);
  fillFloats(G, N, 2);
  fillFloats(B, N, 3);
}
void prepare(unsigned Call) { (void)Call; }
KERNEL void kernel(void) {
  for (int I = 0; I < N; ++I) {
    float Most = R[I] > G[I] ? R[I] : G[I], Least = R[I] > G[I] ? G[I] : R[I];
    Most = Most > B[I] ? Most : B[I];
    Least = Least < B[I] ? Least : B[I];
    float Range = Most - Least + 0.001f;
    float Hue = Most == R[I]   ? (G[I] - B[I]) / Range
                : Most == G[I] ? 2 + (B[I] - R[I]) / Range
                               : 4 + (R[I] - G[I]) / Range;
    H[I] = Hue;
    S[I] = Range / (Most + 0.001f);
  }
}
double checksum(void) { return sumFloats(H, N) + sumFloats(S, N); }
