//===- interpreter.c ------------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A bytecode interpreter.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { Length = 600, Rounds = 100 };
static unsigned char Program[Length];
static long Result;

void setup(void) {}

void prepare(unsigned Call) {
  unsigned long long State = Call + 1;
  for (int I = 0; I < Length; ++I)
    Program[I] = (unsigned char)(nextRandom(&State) % 8);
}

KERNEL void kernel(void) {
  long A = 1, B = 2, Memory[16] = {0};
  for (int R = 0; R < Rounds; ++R)
    for (int I = 0; I < Length; ++I)
      switch (Program[I]) {
      case 0:
        A += B;
        break;
      case 1:
        A ^= B << 1;
        break;
      case 2:
        B = A - R;
        break;
      case 3:
        Memory[A & 15] = B;
        break;
      case 4:
        B += Memory[B & 15];
        break;
      case 5:
        A = A * 3 + 1;
        break;
      case 6:
        B >>= 1;
        break;
      default:
        A -= Memory[I & 15];
        break;
      }
  Result = A + B;
}

double checksum(void) { return (double)(Result & 0xFFFFFF); }
