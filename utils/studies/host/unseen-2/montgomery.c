//===- montgomery.c -----------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Montgomery products of numbers of 256 bits, each from the one before.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 4, Steps = 120 };
typedef unsigned long long Word;
static Word X[N], Y[N];
static const Word Modulus[N] = {0xFFFFFFFEFFFFFC2Full, ~0ull, ~0ull, ~0ull};
static const Word Inverse = 0xD838091DD2253531ull;

void setup(void) { fillWords((unsigned *)Y, 2 * N, 2); }

void prepare(unsigned Call) { fillWords((unsigned *)X, 2 * N, Call + 1); }

KERNEL void kernel(void) {
  for (int S = 0; S < Steps; ++S) {
    Word T[N + 2] = {0, 0, 0, 0, 0, 0};
    for (int I = 0; I < N; ++I) {
      unsigned __int128 C = 0;
      for (int J = 0; J < N; ++J) {
        C += (unsigned __int128)X[J] * Y[I] + T[J];
        T[J] = (Word)C;
        C >>= 64;
      }
      C += T[N];
      T[N] = (Word)C;
      T[N + 1] = (Word)(C >> 64);
      Word M = T[0] * Inverse;
      C = ((unsigned __int128)M * Modulus[0] + T[0]) >> 64;
      for (int J = 1; J < N; ++J) {
        C += (unsigned __int128)M * Modulus[J] + T[J];
        T[J - 1] = (Word)C;
        C >>= 64;
      }
      C += T[N];
      T[N - 1] = (Word)C;
      T[N] = T[N + 1] + (Word)(C >> 64);
    }
    for (int J = 0; J < N; ++J)
      X[J] = T[J];
  }
}

double checksum(void) { return (double)(X[0] & 0xFFFFFF); }
