//===- insertion-sort.c ---------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Insertion sort of many short arrays.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 40, Arrays = 150 };
static int X[Arrays][N];

void setup(void) {}

void prepare(unsigned Call) {
  fillWords((unsigned *)&X[0][0], N * Arrays, Call + 1);
}

KERNEL void kernel(void) {
  for (int A = 0; A < Arrays; ++A)
    for (int I = 1; I < N; ++I) {
      int Value = X[A][I], J = I;
      while (J > 0 && X[A][J - 1] > Value) {
        X[A][J] = X[A][J - 1];
        --J;
      }
      X[A][J] = Value;
    }
}

double checksum(void) { return (double)X[0][0] + X[Arrays - 1][N / 2]; }
