//===- local-alignment.c - Parts of proteins that are most alike ----------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { Rows = 26, Columns = 32, Kinds = 20, Open = 11, Extend = 1 };
enum From { Nothing, Diagonal, Up, Across, LongUp = 4, LongAcross = 8 };
static signed char Scores[Kinds][Kinds];
static unsigned char A[Rows], B[Columns];
static unsigned char Ways[Rows + 1][Columns + 1];
static int Best;
static unsigned Same, Steps;
void setup(void) {
  unsigned long long State = 99;
  for (int I = 0; I < Kinds; ++I)
    for (int J = 0; J <= I; ++J) {
      int Value = I == J ? 5 : (int)(nextRandom(&State) >> 61) - 5;
      Scores[I][J] = Scores[J][I] = (signed char)Value;
    }
}
void prepare(unsigned Call) {
  unsigned long long State = Call + 1;
  for (int I = 0; I < Rows; ++I)
    A[I] = (unsigned char)(nextRandom(&State) % Kinds);
  for (int I = 0, From = 4; I < Columns; ++I) {
    unsigned long long R = nextRandom(&State);
    unsigned Kind = (unsigned)(R >> 32) % 5;
    if (From < Rows && I > 5 && Kind) {
      B[I] = A[From++];
      From += (R & 15) == 0 ? 3 : 0;
    } else
      B[I] = (unsigned char)((R >> 16) % Kinds);
  }
}
static int fill(int *Row, int *Column) {
  int Above[Columns + 1], Gaps[Columns + 1], Most = 0;
  for (int J = 0; J <= Columns; ++J) {
    Above[J] = 0;
    Gaps[J] = -Open;
    Ways[0][J] = Nothing;
  }
  for (int I = 1; I <= Rows; ++I) {
    const signed char *Score = Scores[A[I - 1]];
    int Left = 0, Corner = 0, Gap = -Open;
    Ways[I][0] = Nothing;
    for (int J = 1; J <= Columns; ++J) {
      unsigned Way = 0;
      int New = Above[J] - Open, Old = Gaps[J] - Extend;
      if (Old > New)
        Way |= LongUp;
      Gaps[J] = Old > New ? Old : New;
      New = Left - Open;
      Old = Gap - Extend;
      if (Old > New)
        Way |= LongAcross;
      Gap = Old > New ? Old : New;
      int Here = Corner + Score[B[J - 1]];
      enum From Kind = Diagonal;
      if (Gaps[J] > Here) {
        Here = Gaps[J];
        Kind = Up;
      }
      if (Gap > Here) {
        Here = Gap;
        Kind = Across;
      }
      if (Here <= 0) {
        Here = 0;
        Kind = Nothing;
      }
      Corner = Above[J];
      Above[J] = Left = Here;
      Ways[I][J] = (unsigned char)(Way | Kind);
      if (Here > Most) {
        Most = Here;
        *Row = I;
        *Column = J;
      }
    }
  }
  return Most;
}
KERNEL void kernel(void) {
  int I = 0, J = 0;
  Best = fill(&I, &J);
  unsigned Equal = 0, Count = 0;
  unsigned State = Ways[I][J] & 3;
  while (State != Nothing) {
    ++Count;
    if (State == Diagonal) {
      Equal += A[I - 1] == B[J - 1];
      --I;
      --J;
      State = Ways[I][J] & 3;
    } else if (State == Up) {
      int Long = Ways[I][J] & LongUp;
      --I;
      if (!Long)
        State = Ways[I][J] & 3;
    } else {
      int Long = Ways[I][J] & LongAcross;
      --J;
      if (!Long)
        State = Ways[I][J] & 3;
    }
  }
  Same = Equal;
  Steps = Count;
}
double checksum(void) {
  double S = 1000.0 * Best + 10.0 * Same + Steps;
  for (int I = 0; I <= Rows; ++I)
    S += 1e-3 * sumBytes(Ways[I], Columns + 1);
  return S;
}
