//===- gradient-tape.c - Slopes of a formula, backwards on its tape -------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum {
  Inputs = 12,
  Operations = 130,
  Number = Inputs + Operations,
  Rounds = 2
};
enum Kind {
  Add,
  Subtract,
  Multiply,
  Divide,
  Square,
  Bend,
  Greater,
  Root,
  Kinds
};
static struct Entry {
  unsigned char Kind;
  unsigned char Left, Right;
} Tape[Operations];
static double Values[Number], Slopes[Number], Start[Inputs];
static double Result;
void setup(void) {}
void prepare(unsigned Call) {
  unsigned long long State = Call + 1;
  fillDoubles(Start, Inputs, Call + 1);
  for (int I = 0; I < Operations; ++I) {
    unsigned long long R = nextRandom(&State);
    unsigned Have = (unsigned)(Inputs + I), Near = Have < 24 ? Have : 24;
    Tape[I].Kind = (unsigned char)((R & 255) % Kinds);
    Tape[I].Left = (unsigned char)(Have - 1 - (R >> 16) % Near);
    Tape[I].Right = (unsigned char)(Have - 1 - (R >> 40) % Near);
  }
}
HELPER double magnitude(double X) { return X < 0 ? -X : X; }
static void forward(void) {
  for (int I = 0; I < Operations; ++I) {
    double A = Values[Tape[I].Left], B = Values[Tape[I].Right], C;
    switch ((enum Kind)Tape[I].Kind) {
    case Add:
      C = 0.5 * (A + B);
      break;
    case Subtract:
      C = A - B;
      break;
    case Multiply:
      C = A * B;
      break;
    case Divide:
      C = A / (1 + B * B);
      break;
    case Square:
      C = 0.5 * A * A;
      break;
    case Greater:
      C = A > B ? A : B;
      break;
    case Root:
      C = __builtin_sqrt(1 + A * A);
      break;
    default:
      C = A / (1 + magnitude(A));
      break;
    }
    Values[Inputs + I] = C > 4 ? 4 : C < -4 ? -4 : C;
  }
}
static void backward(void) {
  for (int I = 0; I < Number; ++I)
    Slopes[I] = 0;
  for (int I = Number - 8; I < Number; ++I)
    Slopes[I] = 1;
  for (int I = Operations - 1; I >= 0; --I) {
    double Slope = Slopes[Inputs + I];
    if (Slope == 0)
      continue;
    double A = Values[Tape[I].Left], B = Values[Tape[I].Right];
    double *ToA = &Slopes[Tape[I].Left], *ToB = &Slopes[Tape[I].Right];
    switch ((enum Kind)Tape[I].Kind) {
    case Add:
      *ToA += 0.5 * Slope;
      *ToB += 0.5 * Slope;
      break;
    case Subtract:
      *ToA += Slope;
      *ToB -= Slope;
      break;
    case Multiply:
      *ToA += Slope * B;
      *ToB += Slope * A;
      break;
    case Divide: {
      double Under = 1 / (1 + B * B);
      *ToA += Slope * Under;
      *ToB -= 2 * Slope * A * B * Under * Under;
      break;
    }
    case Square:
      *ToA += Slope * A;
      break;
    case Greater:
      *(A > B ? ToA : ToB) += Slope;
      break;
    case Root:
      *ToA += Slope * A / Values[Inputs + I];
      break;
    default: {
      double Under = 1 + magnitude(A);
      *ToA += Slope / (Under * Under);
      break;
    }
    }
  }
}
KERNEL void kernel(void) {
  for (int I = 0; I < Inputs; ++I)
    Values[I] = Start[I];
  for (int Round = 0; Round < Rounds; ++Round) {
    forward();
    backward();
    double Length = 1e-9;
    for (int I = 0; I < Inputs; ++I)
      Length += Slopes[I] * Slopes[I];
    double Step = 0.1 / __builtin_sqrt(Length);
    for (int I = 0; I < Inputs; ++I)
      Values[I] -= Step * Slopes[I];
  }
  double Sum = 0;
  for (int I = Number - 8; I < Number; ++I)
    Sum += Values[I];
  Result = Sum;
}
double checksum(void) { return Result + sumDoubles(Values, Inputs); }
