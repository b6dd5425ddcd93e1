//===- coroutines.c -----------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A producer and a consumer that go on where they stopped, called through
// pointers in turn.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 3000 };
typedef struct Routine {
  int (*Step)(struct Routine *, int);
  int State, Count, Value;
} Routine;
static int Result;

static __attribute__((noinline)) int produce(Routine *R, int In) {
  switch (R->State) {
  case 0:
    R->Value = In;
    R->State = 1;
    return 1;
  case 1:
    R->Value = R->Value * 3 + In;
    R->State = 2;
    return R->Value & 255;
  default:
    R->State = ++R->Count % 5 ? 1 : 0;
    return R->Value >> 3;
  }
}

static __attribute__((noinline)) int consume(Routine *R, int In) {
  if (R->State == 0) {
    R->Value += In;
    R->State = In & 1;
    return R->Value;
  }
  R->Value ^= In << 1;
  R->State = 0;
  ++R->Count;
  return R->Count;
}

void setup(void) {}

void prepare(unsigned Call) { Result = (int)Call; }

KERNEL void kernel(void) {
  Routine Routines[2] = {{produce, 0, 0, 0}, {consume, 0, 0, 0}};
  int Passed = Result;
  for (int I = 0; I < N; ++I) {
    Routine *R = &Routines[I & 1];
    Passed = R->Step(R, Passed);
  }
  Result = Passed;
}

double checksum(void) { return Result; }
