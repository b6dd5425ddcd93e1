//===- robin-hood.c -----------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A hash table with open addresses that moves the richer on, inserts and
// lookups.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { Size = 4096, N = 3000 };
static unsigned Keys[Size], Wanted[N], Found;
static unsigned char Distance[Size];

void setup(void) {}

void prepare(unsigned Call) {
  fillWords(Wanted, N, Call + 1);
  for (int I = 0; I < N; ++I)
    Wanted[I] = Wanted[I] % 5000 + 1;
  for (int I = 0; I < Size; ++I)
    Keys[I] = 0, Distance[I] = 0;
}

KERNEL void kernel(void) {
  unsigned Hits = 0;
  for (int I = 0; I < N; ++I) {
    unsigned Key = Wanted[I], At = Key * 2654435761u >> 20, Far = 1;
    for (;;) {
      if (Keys[At] == Key) {
        ++Hits;
        break;
      }
      if (Distance[At] < Far) {
        unsigned OldKey = Keys[At], OldFar = Distance[At];
        Keys[At] = Key;
        Distance[At] = (unsigned char)Far;
        if (!OldFar)
          break;
        Key = OldKey;
        Far = OldFar;
      }
      At = (At + 1) & (Size - 1);
      ++Far;
    }
  }
  Found = Hits;
}

double checksum(void) { return Found; }
