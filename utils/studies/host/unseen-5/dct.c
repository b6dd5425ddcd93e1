//===- dct.c - Cosine transforms of blocks of eight by eight -------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { Blocks = 10 };
static short Pixels[Blocks][8][8];
void setup(void) {}
void prepare(unsigned Call) {
  unsigned long long S = Call + 1;
  for (int B = 0; B < Blocks; ++B)
    for (int I = 0; I < 64; ++I)
      Pixels[B][I / 8][I % 8] = (short)(nextRandom(&S) % 256 - 128);
}
HELPER void transform(short *P, int Step) {
  int S0 = P[0] + P[7 * Step], D0 = P[0] - P[7 * Step];
  int S1 = P[Step] + P[6 * Step], D1 = P[Step] - P[6 * Step];
  int S2 = P[2 * Step] + P[5 * Step], D2 = P[2 * Step] - P[5 * Step];
  int S3 = P[3 * Step] + P[4 * Step], D3 = P[3 * Step] - P[4 * Step];
  int A = S0 + S3, B = S1 + S2, C = S0 - S3, D = S1 - S2;
  P[0] = (short)((A + B) * 2896 >> 13);
  P[4 * Step] = (short)((A - B) * 2896 >> 13);
  P[2 * Step] = (short)((C * 3784 + D * 1567) >> 13);
  P[6 * Step] = (short)((C * 1567 - D * 3784) >> 13);
  P[Step] = (short)((D0 * 4017 + D1 * 3406 + D2 * 2276 + D3 * 799) >> 13);
  P[3 * Step] = (short)((D0 * 3406 - D1 * 799 - D2 * 4017 - D3 * 2276) >> 13);
  P[5 * Step] = (short)((D0 * 2276 - D1 * 4017 + D2 * 799 + D3 * 3406) >> 13);
  P[7 * Step] = (short)((D0 * 799 - D1 * 2276 + D2 * 3406 - D3 * 4017) >> 13);
}
KERNEL void kernel(void) {
  for (int B = 0; B < Blocks; ++B) {
    for (int I = 0; I < 8; ++I)
      transform(Pixels[B][I], 1);
    for (int I = 0; I < 8; ++I)
      transform(&Pixels[B][0][I], 8);
  }
}
double checksum(void) {
  double S = 0;
  for (int I = 0; I < 64 * Blocks; ++I)
    S += (&Pixels[0][0][0])[I] * (I % 5);
  return S;
}
