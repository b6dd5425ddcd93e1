//===- ising.c - Magnets on a torus that turn by chance -------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { Size = 32 };
static signed char Spin[Size][Size];
static unsigned Likely[5];
static unsigned long long State;
static int Energy;
void setup(void) {
  const double Share[5] = {1, 1, 0.6, 0.17, 0.03};
  for (int I = 0; I < 5; ++I)
    Likely[I] = (unsigned)(Share[I] * 4294967295.0);
}
void prepare(unsigned Call) {
  fillBytes((unsigned char *)&Spin[0][0], sizeof(Spin), Call + 1);
  for (int Y = 0; Y < Size; ++Y)
    for (int X = 0; X < Size; ++X)
      Spin[Y][X] = Spin[Y][X] < 40 ? 1 : -1;
  State = Call * 77 + 5;
}
KERNEL void kernel(void) {
  int Change = 0;
  for (int Y = 0; Y < Size; ++Y)
    for (int X = 0; X < Size; ++X) {
      int Around = Spin[Y][(X + 1) % Size] + Spin[Y][(X + Size - 1) % Size] +
                   Spin[(Y + 1) % Size][X] + Spin[(Y + Size - 1) % Size][X];
      int Cost = Spin[Y][X] * Around;
      State = State * 6364136223846793005u + 1442695040888963407u;
      if (Cost <= 0 || (unsigned)(State >> 32) < Likely[Cost / 2 + 2]) {
        Spin[Y][X] = (signed char)-Spin[Y][X];
        Change += 2 * Cost;
      }
    }
  Energy = Change;
}
double checksum(void) {
  double S = Energy;
  for (int Y = 0; Y < Size; ++Y)
    for (int X = 0; X < Size; ++X)
      S += Spin[Y][X];
  return S;
}
