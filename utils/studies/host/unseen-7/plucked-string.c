//===- plucked-string.c - Sounds of strings: noise that decays ------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 800, Strings = 3, Longest = 128 };
static const int Lengths[Strings] = {101, 80, 67};
static float Line[Strings][Longest], Sound[N];
void setup(void) {}
void prepare(unsigned Call) {
  fillFloats(&Line[0][0], Strings * Longest, Call + 1);
  for (int S = 0; S < Strings; ++S)
    for (int I = 0; I < Longest; ++I)
      Line[S][I] = 2 * Line[S][I] - 1;
}
KERNEL void kernel(void) {
  for (int I = 0; I < N; ++I)
    Sound[I] = 0;
  for (int S = 0; S < Strings; ++S) {
    float *String = Line[S];
    int At = 0, Length = Lengths[S];
    float Gain = 0.5f / (float)(S + 1);
    for (int I = 0; I < N; ++I) {
      int Next = At + 1 == Length ? 0 : At + 1;
      float Out = String[At];
      String[At] = 0.996f * (0.3f * Out + 0.7f * String[Next]);
      Sound[I] += Gain * Out;
      At = Next;
    }
  }
}
double checksum(void) { return sumFloats(Sound, N); }
