//===- lru-cache.c - A cache that forgets what was used least lately -----===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 900, Size = 16, Keys = 256 };
static unsigned char Wanted[N];
static unsigned Hits;
void setup(void) {}
void prepare(unsigned Call) {
  fillBytes(Wanted, N, Call + 1);
  for (int I = 0; I < N; ++I)
    Wanted[I] = (unsigned char)(Wanted[I] & (I % 3 ? 15 : 63));
}
KERNEL void kernel(void) {
  unsigned char Where[Keys] = {0}, Key[Size + 1] = {0};
  unsigned char Next[Size + 1], Before[Size + 1];
  unsigned Found = 0;
  for (int I = 0; I <= Size; ++I) {
    Next[I] = (unsigned char)(I == Size ? 0 : I + 1);
    Before[I] = (unsigned char)(I == 0 ? Size : I - 1);
  }
  for (int I = 0; I < N; ++I) {
    unsigned K = Wanted[I], At = Where[K];
    if (At) {
      ++Found;
    } else {
      At = Before[0];
      Where[Key[At]] = 0;
      Key[At] = (unsigned char)K;
      Where[K] = (unsigned char)At;
    }
    Next[Before[At]] = Next[At];
    Before[Next[At]] = Before[At];
    Next[At] = Next[0];
    Before[At] = 0;
    Before[Next[0]] = (unsigned char)At;
    Next[0] = (unsigned char)At;
  }
  Hits = Found;
}
double checksum(void) { return Hits; }
