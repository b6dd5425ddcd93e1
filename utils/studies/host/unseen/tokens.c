//===- tokens.c ---------------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tokens of a text by a table of states and classes of characters.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 6000, States = 5, Classes = 6 };
static unsigned char Text[N], Class[256];
static unsigned Counts[States];
static const unsigned char Next[States][Classes] = {{0, 1, 2, 3, 4, 0},
                                                    {0, 1, 1, 3, 4, 0},
                                                    {0, 1, 2, 3, 2, 0},
                                                    {3, 3, 3, 0, 3, 3},
                                                    {0, 1, 2, 3, 4, 0}};

void setup(void) {
  for (int C = 0; C < 256; ++C)
    Class[C] = 5;
  Class[' '] = 0;
  for (int C = 'a'; C <= 'z'; ++C)
    Class[C] = 1;
  for (int C = '0'; C <= '9'; ++C)
    Class[C] = 2;
  Class['"'] = 3;
  Class['+'] = Class['.'] = 4;
}

void prepare(unsigned Call) {
  static const char Letters[] = "abc de12 xyz3.14+ \"qr s\" klm ";
  unsigned long long State = Call + 1;
  for (int I = 0; I < N; ++I)
    Text[I] = (unsigned char)Letters[nextRandom(&State) % 29];
}

KERNEL void kernel(void) {
  unsigned State = 0;
  for (int I = 0; I < N; ++I) {
    unsigned New = Next[State][Class[Text[I]]];
    Counts[New] += New != State;
    State = New;
  }
}

double checksum(void) { return Counts[1] + 2.0 * Counts[3]; }
