//===- cloth.c - A cloth that hangs, its threads kept at their length -----===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { Side = 13, Rounds = 2 };
static struct Point {
  float At[3], Before[3];
} Cloth[Side][Side];
void setup(void) {}
void prepare(unsigned Call) {
  fillFloats(&Cloth[0][0].At[0], Side * Side * 6, Call + 1);
  for (int Y = 0; Y < Side; ++Y)
    for (int X = 0; X < Side; ++X) {
      struct Point *P = &Cloth[Y][X];
      for (int I = 0; I < 3; ++I) {
        float Place = I == 0 ? (float)X : I == 1 ? (float)Y : 0;
        P->At[I] = Place + 0.4f * P->At[I];
        P->Before[I] = P->At[I] + 0.02f * P->Before[I];
      }
    }
}
HELPER void tie(struct Point *A, struct Point *B) {
  float D[3], Square = 0;
  for (int I = 0; I < 3; ++I) {
    D[I] = B->At[I] - A->At[I];
    Square += D[I] * D[I];
  }
  float Length = __builtin_sqrtf(Square);
  float Share = 0.5f * (Length - 1) / Length;
  for (int I = 0; I < 3; ++I) {
    A->At[I] += Share * D[I];
    B->At[I] -= Share * D[I];
  }
}
KERNEL void kernel(void) {
  static const float Fall[3] = {0, 0.01f, 0};
  for (int Y = 1; Y < Side; ++Y)
    for (int X = 0; X < Side; ++X) {
      struct Point *P = &Cloth[Y][X];
      for (int I = 0; I < 3; ++I) {
        float Now = P->At[I];
        P->At[I] += 0.99f * (Now - P->Before[I]) + Fall[I];
        P->Before[I] = Now;
      }
    }
  for (int Round = 0; Round < Rounds; ++Round)
    for (int Y = 0; Y < Side; ++Y)
      for (int X = 0; X < Side; ++X) {
        if (X + 1 < Side)
          tie(&Cloth[Y][X], &Cloth[Y][X + 1]);
        if (Y + 1 < Side)
          tie(&Cloth[Y][X], &Cloth[Y + 1][X]);
      }
}
double checksum(void) { return sumFloats(&Cloth[0][0].At[0], Side * Side * 6); }
