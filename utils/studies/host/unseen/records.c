//===- records.c --------------------------------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Records packed to bytes in network order, then read back as words.
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 500 };
static struct Record {
  unsigned Id, Value;
  unsigned short Kind, Flags;
} Records[N];
static unsigned char Packet[16];
static unsigned long long Sum;

void setup(void) { fillWords((unsigned *)Records, 3 * N, 1); }

void prepare(unsigned Call) { (void)Call; }

static __attribute__((noinline)) void pack(const struct Record *R) {
  volatile unsigned char *To = Packet;
  *To++ = (unsigned char)(R->Id >> 24);
  *To++ = (unsigned char)(R->Id >> 16);
  *To++ = (unsigned char)(R->Id >> 8);
  *To++ = (unsigned char)R->Id;
  *(volatile unsigned *)To = R->Value;
  To += 4;
  *(volatile unsigned short *)To = R->Kind;
  *(volatile unsigned short *)(To + 2) = R->Flags;
}

KERNEL void kernel(void) {
  unsigned long long Total = 0;
  for (int I = 0; I < N; ++I) {
    pack(&Records[I]);
    Total += *(volatile unsigned long long *)Packet;
    Total ^= *(volatile unsigned *)(Packet + 8);
  }
  Sum = Total;
}

double checksum(void) { return (double)(Sum & 0xFFFFFF); }
