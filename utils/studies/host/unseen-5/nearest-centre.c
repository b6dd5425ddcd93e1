//===- nearest-centre.c - Points and the nearest of eight centres --------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 400, Centres = 8 };
static float X[N], Y[N], CX[Centres], CY[Centres];
static unsigned char Of[N];
void setup(void) {
  fillFloats(CX, Centres, 1);
  fillFloats(CY, Centres, 2);
}
void prepare(unsigned Call) {
  fillFloats(X, N, 2 * Call + 3);
  fillFloats(Y, N, 2 * Call + 4);
}
KERNEL void kernel(void) {
  float SumX[Centres] = {0}, SumY[Centres] = {0}, Count[Centres] = {0};
  for (int I = 0; I < N; ++I) {
    float Least = 1e9f;
    int Best = 0;
    for (int C = 0; C < Centres; ++C) {
      float DX = X[I] - CX[C], DY = Y[I] - CY[C], D = DX * DX + DY * DY;
      if (D < Least) {
        Least = D;
        Best = C;
      }
    }
    Of[I] = (unsigned char)Best;
    SumX[Best] += X[I];
    SumY[Best] += Y[I];
    Count[Best] += 1;
  }
  for (int C = 0; C < Centres; ++C) {
    CX[C] = SumX[C] / (Count[C] + 1);
    CY[C] = SumY[C] / (Count[C] + 1);
  }
}
double checksum(void) { return sumBytes(Of, N) + sumFloats(CX, Centres); }
