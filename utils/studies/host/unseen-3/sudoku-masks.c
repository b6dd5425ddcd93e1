//===- sudoku-masks.c - New kernel of the third suite --------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Candidates of 81 cells from masks of rows, columns and boxes.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

static unsigned Cells[81], Result;
void setup(void) {}
void prepare(unsigned Call) {
  fillWords(Cells, 81, Call + 1);
  for (int I = 0; I < 81; ++I)
    Cells[I] = Cells[I] % 3 ? 0 : 1u << Cells[I] / 3 % 9;
}
KERNEL void kernel(void) {
  unsigned Rows[9] = {0}, Columns[9] = {0}, Boxes[9] = {0}, Sum = 0;
  for (int Y = 0; Y < 9; ++Y)
    for (int X = 0; X < 9; ++X) {
      unsigned C = Cells[9 * Y + X];
      Rows[Y] |= C;
      Columns[X] |= C;
      Boxes[Y / 3 * 3 + X / 3] |= C;
    }
  for (int Y = 0; Y < 9; ++Y)
    for (int X = 0; X < 9; ++X) {
      unsigned Free = 511 & ~(Rows[Y] | Columns[X] | Boxes[Y / 3 * 3 + X / 3]);
      if (!Cells[9 * Y + X])
        Sum += (Free & (Free - 1)) == 0 ? Free : 1;
    }
  Result = Sum;
}
double checksum(void) { return Result; }
