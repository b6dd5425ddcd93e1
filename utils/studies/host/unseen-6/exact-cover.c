//===- exact-cover.c - Exact covers, by links that dance ------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { Columns = 12, Rows = 22, Each = 3, Nodes = 1 + Columns + Rows * Each };
static unsigned char Left[Nodes], Right[Nodes], Up[Nodes], Down[Nodes];
static unsigned char Column[Nodes], Size[Nodes];
static int Covers;
void setup(void) {}
void prepare(unsigned Call) {
  unsigned long long S = Call + 1;
  for (int I = 0; I <= Columns; ++I) {
    Left[I] = (unsigned char)(I ? I - 1 : Columns);
    Right[I] = (unsigned char)(I < Columns ? I + 1 : 0);
    Up[I] = Down[I] = Column[I] = (unsigned char)I;
    Size[I] = 0;
  }
  for (int R = 0, N = Columns + 1; R < Rows; ++R) {
    unsigned Used = 0;
    for (int K = 0; K < Each; ++K, ++N) {
      unsigned C = 1 + (unsigned)R % Columns;
      while (Used >> C & 1)
        C = 1 + (unsigned)(nextRandom(&S) % Columns);
      Used |= 1u << C;
      Column[N] = (unsigned char)C;
      Up[N] = Up[C];
      Down[N] = (unsigned char)C;
      Down[Up[C]] = (unsigned char)N;
      Up[C] = (unsigned char)N;
      ++Size[C];
      Left[N] = (unsigned char)(K ? N - 1 : N + Each - 1);
      Right[N] = (unsigned char)(K < Each - 1 ? N + 1 : N - Each + 1);
    }
  }
}
static __attribute__((noinline)) void cover(unsigned C) {
  Right[Left[C]] = Right[C];
  Left[Right[C]] = Left[C];
  for (unsigned I = Down[C]; I != C; I = Down[I])
    for (unsigned J = Right[I]; J != I; J = Right[J]) {
      Down[Up[J]] = Down[J];
      Up[Down[J]] = Up[J];
      --Size[Column[J]];
    }
}
static __attribute__((noinline)) void uncover(unsigned C) {
  for (unsigned I = Up[C]; I != C; I = Up[I])
    for (unsigned J = Left[I]; J != I; J = Left[J]) {
      ++Size[Column[J]];
      Up[Down[J]] = Down[Up[J]] = (unsigned char)J;
    }
  Right[Left[C]] = Left[Right[C]] = (unsigned char)C;
}
static void search(void) {
  unsigned C = Right[0];
  if (!C) {
    ++Covers;
    return;
  }
  for (unsigned I = Right[C]; I; I = Right[I])
    if (Size[I] < Size[C])
      C = I;
  cover(C);
  for (unsigned I = Down[C]; I != C; I = Down[I]) {
    for (unsigned J = Right[I]; J != I; J = Right[J])
      cover(Column[J]);
    search();
    for (unsigned J = Left[I]; J != I; J = Left[J])
      uncover(Column[J]);
  }
  uncover(C);
}
KERNEL void kernel(void) {
  Covers = 0;
  search();
}
double checksum(void) { return Covers; }
