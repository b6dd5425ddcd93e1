//===- gemm-blocked.c -----------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Matrix product in blocks, with sizes known at run time only.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { MaxN = 96, Block = 16 };
static double A[MaxN * MaxN], B[MaxN * MaxN], C[MaxN * MaxN];
static volatile int Size = 80;

void setup(void) {
  fillDoubles(A, MaxN * MaxN, 1);
  fillDoubles(B, MaxN * MaxN, 2);
}

void prepare(unsigned Call) {
  (void)Call;
  for (int I = 0; I < MaxN * MaxN; ++I)
    C[I] = 0;
}

KERNEL void kernel(void) {
  int N = Size;
  for (int I0 = 0; I0 < N; I0 += Block)
    for (int K0 = 0; K0 < N; K0 += Block)
      for (int J0 = 0; J0 < N; J0 += Block)
        for (int I = I0; I < I0 + Block; ++I)
          for (int K = K0; K < K0 + Block; ++K) {
            double Factor = A[I * N + K];
            for (int J = J0; J < J0 + Block; ++J)
              C[I * N + J] += Factor * B[K * N + J];
          }
}

double checksum(void) { return sumDoubles(C, MaxN * MaxN); }
