//===- virtual-calls.c --------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Areas of shapes by calls through pointers, four kinds in random order.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 1200 };
struct Shape;
static struct Shape {
  double (*Area)(const struct Shape *);
  double A, B;
} Shapes[N];
static double Sum;

static double square(const struct Shape *S) { return S->A * S->A; }
static double rectangle(const struct Shape *S) { return S->A * S->B; }
static double triangle(const struct Shape *S) { return S->A * S->B * 0.5; }
static double circle(const struct Shape *S) { return S->A * S->A * 3.14159; }

void setup(void) {}

void prepare(unsigned Call) {
  static double (*const Areas[])(const struct Shape *) = {square, rectangle,
                                                          triangle, circle};
  unsigned long long State = Call + 1;
  for (int I = 0; I < N; ++I) {
    Shapes[I].Area = Areas[nextRandom(&State) % 4];
    Shapes[I].A = (double)(nextRandom(&State) % 100);
    Shapes[I].B = (double)(nextRandom(&State) % 100);
  }
}

KERNEL void kernel(void) {
  double Total = 0;
  for (int I = 0; I < N; ++I)
    Total += Shapes[I].Area(&Shapes[I]);
  Sum = Total;
}

double checksum(void) { return Sum; }
