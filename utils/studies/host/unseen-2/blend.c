//===- blend.c ----------------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two pictures of bytes blended by a third one's opacity.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 9000 };
static unsigned char X[N], Y[N], Opacity[N], Z[N];

void setup(void) {
  fillBytes(X, N, 1);
  fillBytes(Y, N, 2);
  fillBytes(Opacity, N, 3);
}

void prepare(unsigned Call) { (void)Call; }

KERNEL void kernel(void) {
  for (int I = 0; I < N; ++I) {
    unsigned V = X[I] * Opacity[I] + Y[I] * (255 - Opacity[I]) + 128;
    Z[I] = (unsigned char)((V + (V >> 8)) >> 8);
  }
}

double checksum(void) { return sumBytes(Z, N); }
