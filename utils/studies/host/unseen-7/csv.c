//===- csv.c - Fields between commas, some of them in quotes --------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 2500 };
static unsigned char Text[N], Out[N];
static unsigned short Ends[N];
static int Fields;
void setup(void) {}
void prepare(unsigned Call) {
  fillBytes(Text, N, Call + 1);
  for (int I = 0; I < N;) {
    int Quoted = Text[I] > 190, End = I + Text[I] % 14 + 4;
    unsigned char After = Text[I] % 8 ? ',' : '\n';
    if (End > N - 4)
      End = N - 1;
    for (int J = I; J < End; ++J)
      Text[J] = Quoted && Text[J] < 24 ? ',' : 'a' + Text[J] % 26;
    if (Quoted) {
      Text[I] = Text[End - 1] = '"';
      if (End - I > 8)
        Text[I + 3] = Text[I + 4] = '"';
    }
    Text[End] = End == N - 1 ? '\n' : After;
    I = End + 1;
  }
}
KERNEL void kernel(void) {
  int To = 0, Field = 0;
  for (int I = 0; I < N; ++I) {
    int Quoted = 0;
    for (; Quoted || (Text[I] != ',' && Text[I] != '\n'); ++I) {
      if (Text[I] != '"') {
        Out[To++] = Text[I];
      } else if (Quoted && Text[I + 1] == '"') {
        Out[To++] = '"';
        ++I;
      } else {
        Quoted = !Quoted;
      }
    }
    Ends[Field++] = (unsigned short)To;
  }
  Fields = Field;
}
double checksum(void) { return sumBytes(Out, Ends[Fields - 1]) + Fields; }
