//===- complex-product.c --------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Products of complex numbers.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 2048, Rounds = 40 };
static float A[N][2], B[N][2], C[N][2];

void setup(void) {
  fillFloats(&A[0][0], 2 * N, 1);
  fillFloats(&B[0][0], 2 * N, 2);
}

void prepare(unsigned Call) { (void)Call; }

KERNEL void kernel(void) {
  for (int R = 0; R < Rounds; ++R)
    for (int I = 0; I < N; ++I) {
      C[I][0] += A[I][0] * B[I][0] - A[I][1] * B[I][1];
      C[I][1] += A[I][0] * B[I][1] + A[I][1] * B[I][0];
    }
}

double checksum(void) { return sumFloats(&C[0][0], 2 * N); }
