//===- viterbi.c --------------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The most probable path of 60 steps through 16 states.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { Steps = 60, States = 16 };
static float Change[States][States], Seen[Steps][States];
static unsigned char From[Steps][States];
static float Best;

void setup(void) {
  fillFloats(&Change[0][0], States * States, 1);
  fillFloats(&Seen[0][0], Steps * States, 2);
}

void prepare(unsigned Call) {
  fillFloats(&Seen[0][0], Steps * States, Call + 2);
}

KERNEL void kernel(void) {
  float Now[States] = {0}, New[States];
  for (int S = 0; S < Steps; ++S) {
    for (int To = 0; To < States; ++To) {
      float Most = Now[0] + Change[0][To];
      int Which = 0;
      for (int K = 1; K < States; ++K) {
        float Value = Now[K] + Change[K][To];
        if (Value > Most) {
          Most = Value;
          Which = K;
        }
      }
      New[To] = Most + Seen[S][To];
      From[S][To] = (unsigned char)Which;
    }
    for (int To = 0; To < States; ++To)
      Now[To] = New[To];
  }
  Best = Now[0];
}

double checksum(void) { return Best + From[Steps - 1][3]; }
