//===- utf8-length.c ------------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Characters of a text in UTF-8.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 300000 };
static signed char Text[N];
static int Characters;

void setup(void) { fillBytes((unsigned char *)Text, N, 1); }

void prepare(unsigned Call) { (void)Call; }

KERNEL void kernel(void) {
  int Count = 0;
  for (int I = 0; I < N; ++I)
    Count += Text[I] > -65;
  Characters = Count;
}

double checksum(void) { return Characters; }
