//===- percent-decode.c - Names and values in a web address ---------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 2400 };
static unsigned char Query[N], Out[N];
static int Pairs, Length;
void setup(void) {}
void prepare(unsigned Call) {
  fillBytes(Query, N, Call + 1);
  for (int I = 0; I < N; ++I) {
    unsigned R = Query[I];
    Query[I] = (unsigned char)('a' + R % 26);
    if (R < 25 && I + 2 < N) {
      Query[I++] = '%';
      Query[I] = "234567"[Query[I] % 6];
      ++I;
      Query[I] = "0123456789ABCDEFabcdef"[Query[I] % 22];
    } else if (R < 50)
      Query[I] = "&=+++"[R % 5];
  }
}
HELPER int digit(unsigned char C) {
  if (C >= '0' && C <= '9')
    return C - '0';
  C |= 32;
  return C >= 'a' && C <= 'f' ? C - 'a' + 10 : -1;
}
KERNEL void kernel(void) {
  int To = 0, Count = 1;
  for (int I = 0; I < N; ++I) {
    unsigned char C = Query[I];
    if (C == '&' || C == '=') {
      Count += C == '&';
      C = 0;
    } else if (C == '+') {
      C = ' ';
    } else if (C == '%' && I + 2 < N) {
      int High = digit(Query[I + 1]), Low = digit(Query[I + 2]);
      if (High >= 0 && Low >= 0) {
        C = (unsigned char)(High << 4 | Low);
        I += 2;
      }
    }
    Out[To++] = C;
  }
  Pairs = Count;
  Length = To;
}
double checksum(void) { return sumBytes(Out, (size_t)Length) + Pairs; }
