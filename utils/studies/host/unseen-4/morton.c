//===- morton.c - Coordinates to a Z-order curve and back ------------------===//
//---===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 700 };
static unsigned Points[2 * N], Codes[N], Sum;
void setup(void) { fillWords(Points, 2 * N, 1); }
void prepare(unsigned Call) { (void)Call; }
HELPER unsigned spread(unsigned X) {
  X = (X | X << 8) & 0x00FF00FF;
  X = (X | X << 4) & 0x0F0F0F0F;
  X = (X | X << 2) & 0x33333333;
  return (X | X << 1) & 0x55555555;
}
HELPER unsigned gather(unsigned X) {
  X &= 0x55555555;
  X = (X | X >> 1) & 0x33333333;
  X = (X | X >> 2) & 0x0F0F0F0F;
  X = (X | X >> 4) & 0x00FF00FF;
  return (X | X >> 8) & 0xFFFF;
}
KERNEL void kernel(void) {
  for (int I = 0; I < N; ++I)
    Codes[I] = spread(Points[2 * I] & 0xFFFF) |
               spread(Points[2 * I + 1] & 0xFFFF) << 1;
  unsigned S = 0;
  for (int I = 0; I < N; ++I)
    S = S * 31 + (gather(Codes[I] + 3) ^ gather(Codes[I] >> 1));
  Sum = S;
}
double checksum(void) { return Sum; }
