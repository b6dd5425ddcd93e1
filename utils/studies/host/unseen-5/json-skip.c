//===- json-skip.c - Nesting of brackets outside of strings --------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 4000 };
static unsigned char Text[N];
static unsigned Found;
void setup(void) {}
void prepare(unsigned Call) {
  static const char Signs[] = "[]{}\"\"\\,:ab12  c";
  unsigned long long S = Call + 1;
  for (int I = 0; I < N; ++I) {
    unsigned R = (unsigned)nextRandom(&S);
    Text[I] = (unsigned char)(R & 3 ? 'a' + R / 4 % 26 : Signs[R / 4 % 16]);
  }
}
KERNEL void kernel(void) {
  unsigned Depth = 0, Most = 0, Strings = 0;
  int Inside = 0;
  for (int I = 0; I < N; ++I) {
    unsigned char C = Text[I];
    if (Inside) {
      if (C == '\\')
        ++I;
      else if (C == '"')
        Inside = 0;
      continue;
    }
    switch (C) {
    case '"':
      Inside = 1;
      ++Strings;
      break;
    case '[':
    case '{':
      ++Depth;
      Most = Depth > Most ? Depth : Most;
      break;
    case ']':
    case '}':
      Depth -= Depth != 0;
      break;
    default:
      break;
    }
  }
  Found = Most * 1000 + Strings;
}
double checksum(void) { return Found; }
