//===- allocator.c - Pieces of a heap: first fit, and neighbours that join
//-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { Bytes = 4096, Live = 24, N = 160, Unit = 16 };
// A heap of units; the first of a piece has its length, negative if taken.
static short Heap[Bytes / Unit + 1];
static unsigned char Sizes[N], Victims[N];
static unsigned Failed;
void setup(void) {}
void prepare(unsigned Call) {
  fillBytes(Sizes, N, Call + 1);
  fillBytes(Victims, N, Call + 50);
}
static int take(int Units) {
  for (int At = 0; Heap[At];) {
    int Length = Heap[At];
    if (Length < 0) {
      At -= Length;
      continue;
    }
    for (int Next; (Next = Heap[At + Length]) > 0;)
      Length += Next;
    if (Length >= Units) {
      if (Length > Units)
        Heap[At + Units] = (short)(Length - Units);
      Heap[At] = (short)-Units;
      return At;
    }
    Heap[At] = (short)Length;
    At += Length;
  }
  return -1;
}
KERNEL void kernel(void) {
  int Taken[Live];
  unsigned None = 0;
  for (int I = 0; I < Live; ++I)
    Taken[I] = -1;
  Heap[0] = Bytes / Unit;
  Heap[Bytes / Unit] = 0;
  for (int I = 0; I < N; ++I) {
    int *Which = &Taken[Victims[I] % Live];
    if (*Which >= 0)
      Heap[*Which] = (short)-Heap[*Which];
    *Which = take(1 + Sizes[I] % 16);
    None += *Which < 0;
  }
  Failed = None;
}
double checksum(void) { return Failed + (double)Heap[0]; }
