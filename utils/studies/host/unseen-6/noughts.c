//===- noughts.c - Noughts and crosses, searched to the end ---------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { Games = 8 };
static int Start[Games][2], Score;
static const int Lines[8] = {7, 56, 448, 73, 146, 292, 273, 84};
void setup(void) {}
void prepare(unsigned Call) {
  unsigned long long S = Call + 1;
  for (int G = 0; G < Games; ++G) {
    int Taken = 0;
    Start[G][0] = Start[G][1] = 0;
    for (int I = 0; I < 4; ++I) {
      int At;
      do
        At = 1 << nextRandom(&S) % 9;
      while (Taken & At);
      Taken |= At;
      Start[G][I & 1] |= At;
    }
  }
}
static __attribute__((noinline)) int search(int Mine, int Yours, int Low,
                                            int High) {
  for (int I = 0; I < 8; ++I)
    if ((Yours & Lines[I]) == Lines[I])
      return -1;
  int Free = ~(Mine | Yours) & 511;
  if (!Free)
    return 0;
  while (Free) {
    int At = Free & -Free;
    Free ^= At;
    int Value = -search(Yours, Mine | At, -High, -Low);
    if (Value >= High)
      return Value;
    if (Value > Low)
      Low = Value;
  }
  return Low;
}
KERNEL void kernel(void) {
  int Sum = 0;
  for (int G = 0; G < Games; ++G)
    Sum += search(Start[G][0], Start[G][1], -1, 1);
  Score = Sum;
}
double checksum(void) { return Score; }
