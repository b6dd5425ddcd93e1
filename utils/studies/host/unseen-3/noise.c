//===- noise.c - Smooth noise of a lattice with a table of permutations ---===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 400 };
static unsigned char Perm[512];
static float X[N], Y[N], Out[N];
void setup(void) {
  fillBytes(Perm, 512, 1);
  fillFloats(X, N, 2);
  fillFloats(Y, N, 3);
  for (int I = 0; I < N; ++I) {
    X[I] *= 50;
    Y[I] *= 50;
  }
}
void prepare(unsigned Call) { (void)Call; }
HELPER float grad(unsigned H, float A, float B) {
  float U = H & 1 ? A : B, V = H & 1 ? B : A;
  return (H & 2 ? -U : U) + (H & 4 ? -V : V);
}
KERNEL void kernel(void) {
  for (int I = 0; I < N; ++I) {
    int Ix = (int)X[I], Iy = (int)Y[I];
    float Fx = X[I] - (float)Ix, Fy = Y[I] - (float)Iy;
    float U = Fx * Fx * (3 - 2 * Fx), V = Fy * Fy * (3 - 2 * Fy);
    unsigned A = Perm[Ix & 255] + (Iy & 255),
             B = Perm[(Ix + 1) & 255] + (Iy & 255);
    float P = grad(Perm[A & 255], Fx, Fy), Q = grad(Perm[B & 255], Fx - 1, Fy);
    float R = grad(Perm[(A + 1) & 255], Fx, Fy - 1);
    float S = grad(Perm[(B + 1) & 255], Fx - 1, Fy - 1);
    float Low = P + U * (Q - P), High = R + U * (S - R);
    Out[I] = Low + V * (High - Low);
  }
}
double checksum(void) { return sumFloats(Out, N); }
