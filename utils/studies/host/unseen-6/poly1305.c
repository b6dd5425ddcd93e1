//===- poly1305.c - An authenticator: a polynomial modulo 2^130 - 5 -------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { Blocks = 160, Mask = 0x3ffffff };
static unsigned Text[Blocks * 4], R[5], Sum[5];
void setup(void) {
  fillWords(R, 5, 7);
  for (int I = 0; I < 5; ++I)
    R[I] &= Mask >> 2;
}
void prepare(unsigned Call) { fillWords(Text, Blocks * 4, Call + 1); }
KERNEL void kernel(void) {
  typedef unsigned long long Wide;
  const unsigned R0 = R[0], R1 = R[1], R2 = R[2], R3 = R[3], R4 = R[4];
  const unsigned S1 = R1 * 5, S2 = R2 * 5, S3 = R3 * 5, S4 = R4 * 5;
  unsigned A = 0, B = 0, C = 0, D = 0, E = 0;
  for (int I = 0; I < Blocks; ++I) {
    const unsigned *T = Text + I * 4;
    A += T[0] & Mask;
    B += (unsigned)(((Wide)T[1] << 32 | T[0]) >> 26) & Mask;
    C += (unsigned)(((Wide)T[2] << 32 | T[1]) >> 20) & Mask;
    D += (unsigned)(((Wide)T[3] << 32 | T[2]) >> 14) & Mask;
    E += T[3] >> 8 | 1u << 24;
    Wide P = (Wide)A * R0 + (Wide)B * S4 + (Wide)C * S3 + (Wide)D * S2 +
             (Wide)E * S1;
    Wide Q = (Wide)A * R1 + (Wide)B * R0 + (Wide)C * S4 + (Wide)D * S3 +
             (Wide)E * S2 + (P >> 26);
    Wide U = (Wide)A * R2 + (Wide)B * R1 + (Wide)C * R0 + (Wide)D * S4 +
             (Wide)E * S3 + (Q >> 26);
    Wide V = (Wide)A * R3 + (Wide)B * R2 + (Wide)C * R1 + (Wide)D * R0 +
             (Wide)E * S4 + (U >> 26);
    Wide W = (Wide)A * R4 + (Wide)B * R3 + (Wide)C * R2 + (Wide)D * R1 +
             (Wide)E * R0 + (V >> 26);
    A = (unsigned)(P & Mask) + (unsigned)(W >> 26) * 5;
    B = (unsigned)(Q & Mask) + (A >> 26);
    A &= Mask;
    C = (unsigned)(U & Mask);
    D = (unsigned)(V & Mask);
    E = (unsigned)(W & Mask);
  }
  Sum[0] = A, Sum[1] = B, Sum[2] = C, Sum[3] = D, Sum[4] = E;
}
double checksum(void) { return (double)Sum[0] + Sum[1] + Sum[2] + Sum[3]; }
