//===- move-to-front.c - New kernel of the third suite -------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ranks of symbols in a list that each moves to the front of.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 400 };
static unsigned char Text[N], Ranks[N];
void setup(void) {}
void prepare(unsigned Call) {
  fillBytes(Text, N, Call + 1);
  for (int I = 0; I < N; ++I)
    Text[I] = Text[I] % 24 * (Text[I] & 1);
}
KERNEL void kernel(void) {
  unsigned char List[24];
  for (int I = 0; I < 24; ++I)
    List[I] = (unsigned char)I;
  for (int I = 0; I < N; ++I) {
    unsigned char C = Text[I], Held = List[0];
    int R = 0;
    while (Held != C) {
      unsigned char Next = List[++R];
      List[R] = Held;
      Held = Next;
    }
    List[0] = C;
    Ranks[I] = (unsigned char)R;
  }
}
double checksum(void) { return sumBytes(Ranks, N); }
