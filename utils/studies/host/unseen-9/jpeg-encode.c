//===- jpeg-encode.c - Coefficients of an image as runs and codes ---------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { Blocks = 30, Size = 64, Most = Blocks * 160, EndOfBlock = 0 };
enum { SixteenZeros = 0xF0 };
static short Coefficients[Blocks][Size];
static unsigned char Zigzag[Size], Length[256], Out[Most];
static unsigned short Code[256];
static struct Writer {
  unsigned long long Bits;
  unsigned Number, Bytes;
} Writer;
void setup(void) {
  int X = 0, Y = 0;
  for (int I = 0; I < Size; ++I) {
    Zigzag[I] = (unsigned char)(8 * Y + X);
    int Down = (X + Y) % 2;
    if (Down ? Y == 7 : X == 7)
      *(Down ? &X : &Y) += 1;
    else if (Down ? X == 0 : Y == 0)
      *(Down ? &Y : &X) += 1;
    else {
      X += Down ? -1 : 1;
      Y += Down ? 1 : -1;
    }
  }
  for (unsigned I = 0; I < 256; ++I) {
    unsigned Bits = 2 + (I >> 4) + (I & 15);
    Length[I] = (unsigned char)(Bits < 16 ? Bits : 16);
    Code[I] = (unsigned short)((I * 40503u >> 3) & ((1u << Length[I]) - 1));
  }
}
void prepare(unsigned Call) {
  unsigned long long State = Call + 1;
  for (int I = 0; I < Blocks; ++I)
    for (int J = 0; J < Size; ++J) {
      unsigned long long R = nextRandom(&State);
      int Zero = R % 64 < (unsigned)(J == 0 ? 0 : 24 + J);
      unsigned Bits = 1 + (unsigned)__builtin_ctzll(R >> 16 | 1 << 7) / 2;
      int Value = (int)(R >> 8 & ((1u << (J ? Bits : 7)) - 1));
      Value = R >> 63 ? -Value : Value;
      Coefficients[I][Zigzag[J]] = (short)(Zero ? 0 : Value);
    }
}
HELPER void flush(struct Writer *W) {
  while (W->Number >= 8) {
    W->Number -= 8;
    unsigned char Byte = (unsigned char)(W->Bits >> W->Number);
    Out[W->Bytes++] = Byte;
    if (Byte == 0xFF)
      Out[W->Bytes++] = 0;
  }
}
HELPER void put(struct Writer *W, unsigned Value, unsigned Bits) {
  W->Bits = W->Bits << Bits | Value;
  W->Number += Bits;
}
/// A number of zeros and a value that follows them.
HELPER void symbol(struct Writer *W, unsigned Zeros, int Value) {
  unsigned Magnitude = (unsigned)(Value < 0 ? -Value : Value), Bits = 0;
  if (Magnitude)
    Bits = 32 - (unsigned)__builtin_clz(Magnitude);
  unsigned Symbol = Zeros << 4 | Bits;
  put(W, Code[Symbol], Length[Symbol]);
  unsigned Rest = (unsigned)(Value < 0 ? Value - 1 : Value);
  put(W, Rest & ((1u << Bits) - 1), Bits);
  flush(W);
}
KERNEL void kernel(void) {
  struct Writer W = {0, 0, 0};
  int Before = 0;
  for (int I = 0; I < Blocks; ++I) {
    const short *Block = Coefficients[I];
    symbol(&W, 0, Block[0] - Before);
    Before = Block[0];
    unsigned Zeros = 0;
    for (int J = 1; J < Size; ++J) {
      int Value = Block[Zigzag[J]];
      if (Value == 0) {
        ++Zeros;
        continue;
      }
      for (; Zeros > 15; Zeros -= 16)
        put(&W, Code[SixteenZeros], Length[SixteenZeros]);
      symbol(&W, Zeros, Value);
      Zeros = 0;
    }
    if (Zeros > 0)
      put(&W, Code[EndOfBlock], Length[EndOfBlock]);
    flush(&W);
  }
  Writer = W;
}
double checksum(void) {
  double S = (double)Writer.Bytes + 1e-3 * Writer.Number;
  for (unsigned I = 0; I < Writer.Bytes; ++I)
    S += (I % 251) * Out[I];
  return S;
}
