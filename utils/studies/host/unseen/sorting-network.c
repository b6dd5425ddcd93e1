//===- sorting-network.c ------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Groups of six numbers sorted by a network of twelve comparisons.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { Groups = 600, Size = 6 };
static int X[Groups][Size];

void setup(void) {}

void prepare(unsigned Call) {
  fillWords((unsigned *)&X[0][0], (size_t)Groups * Size, Call + 1);
}

#define ORDER(A, B)                                                            \
  {                                                                            \
    int Low = V[A] < V[B] ? V[A] : V[B];                                       \
    V[B] = V[A] < V[B] ? V[B] : V[A];                                          \
    V[A] = Low;                                                                \
  }

KERNEL void kernel(void) {
  for (int G = 0; G < Groups; ++G) {
    int *V = X[G];
    ORDER(0, 5)
    ORDER(1, 3)
    ORDER(2, 4)
    ORDER(1, 2)
    ORDER(3, 4)
    ORDER(0, 3)
    ORDER(2, 5)
    ORDER(0, 1)
    ORDER(2, 3)
    ORDER(4, 5)
    ORDER(1, 2)
    ORDER(3, 4)
  }
}

double checksum(void) { return X[0][0] + (double)X[Groups - 1][Size / 2]; }
