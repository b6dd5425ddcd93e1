//===- recursion.c ------------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The towers of Hanoi, moved by a recursive function that keeps the pegs.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { Disks = 10 };
static int Pegs[3], Moves;

static __attribute__((noinline)) void move(int Disk, int From, int To) {
  if (Disk == 0)
    return;
  move(Disk - 1, From, 3 - From - To);
  --Pegs[From];
  ++Pegs[To];
  ++Moves;
  move(Disk - 1, 3 - From - To, To);
}

void setup(void) {}

void prepare(unsigned Call) { Pegs[0] = (int)Call + Disks; }

KERNEL void kernel(void) { move(Disks, 0, 2); }

double checksum(void) { return Moves + Pegs[2]; }
