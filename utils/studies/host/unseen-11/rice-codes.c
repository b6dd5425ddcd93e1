//===- rice-codes.c - Sound as short codes of its surprises, and back -----===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 256, Block = 32, MostBits = 14, Words = N };
static short Sound[N], Back[N];
static unsigned long long Stream[Words];
static unsigned Used;
void setup(void) {}
void prepare(unsigned Call) {
  unsigned long long State = Call + 1;
  int Value = 0, Speed = 0;
  for (int I = 0; I < N; ++I) {
    unsigned long long R = nextRandom(&State);
    int Loud = I / Block * 5 % 7;
    Speed += (int)(R & 0xFF) - 128 - Speed / 8 - Value / 64;
    Value += Speed / 4 + ((int)(R >> 32 & 0x3F) - 32) * Loud / 4;
    Sound[I] = (short)(Value > 32000 ? 32000 : Value < -32000 ? -32000 : Value);
  }
}
struct Writer {
  unsigned long long *To, Bits;
  unsigned Count;
};
struct Reader {
  const unsigned long long *From;
  unsigned At;
};
HELPER void put(struct Writer *W, unsigned long long Value, unsigned Bits) {
  W->Bits |= Value << W->Count;
  if (W->Count + Bits >= 64) {
    *W->To++ = W->Bits;
    W->Bits = W->Count ? Value >> (64 - W->Count) : 0;
    W->Count -= 64;
  }
  W->Count += Bits;
}
HELPER unsigned long long peek(const struct Reader *R) {
  const unsigned long long *From = R->From + R->At / 64;
  unsigned Shift = R->At % 64;
  return Shift ? From[0] >> Shift | From[1] << (64 - Shift) : From[0];
}
HELPER unsigned take(struct Reader *R, unsigned Bits) {
  unsigned Value = (unsigned)(peek(R) & ((1ull << Bits) - 1));
  R->At += Bits;
  return Value;
}
HELPER unsigned zigzag(int Value) {
  return (unsigned)Value << 1 ^ (unsigned)(Value >> 31);
}
static unsigned choose(const unsigned *Values) {
  unsigned Best = 0, Least = ~0u;
  for (unsigned Low = 0; Low < MostBits; ++Low) {
    unsigned Bits = Block * (Low + 1);
    for (int I = 0; I < Block; ++I)
      Bits += Values[I] >> Low;
    if (Bits < Least) {
      Least = Bits;
      Best = Low;
    }
  }
  return Best;
}
static unsigned encode(void) {
  struct Writer W = {Stream, 0, 0};
  int Last = 0, Slope = 0;
  for (int First = 0; First < N; First += Block) {
    unsigned Values[Block];
    for (int I = 0; I < Block; ++I) {
      int Now = Sound[First + I];
      Values[I] = zigzag(Now - (Last + Slope));
      Slope = Now - Last;
      Last = Now;
    }
    unsigned Low = choose(Values);
    put(&W, Low, 4);
    for (int I = 0; I < Block; ++I) {
      unsigned High = Values[I] >> Low;
      for (; High >= 32; High -= 32)
        put(&W, 0, 32);
      put(&W, 1ull << High, High + 1);
      put(&W, Values[I] & ((1u << Low) - 1), Low);
    }
  }
  *W.To = W.Bits;
  return (unsigned)(W.To - Stream) * 64 + W.Count;
}
static void decode(void) {
  struct Reader R = {Stream, 0};
  int Last = 0, Slope = 0;
  for (int First = 0; First < N; First += Block) {
    unsigned Low = take(&R, 4);
    for (int I = 0; I < Block; ++I) {
      unsigned High = 0;
      unsigned long long Bits;
      while ((Bits = peek(&R)) == 0) {
        High += 64;
        R.At += 64;
      }
      unsigned Zeros = (unsigned)__builtin_ctzll(Bits);
      R.At += Zeros + 1;
      unsigned Value = (High + Zeros) << Low | take(&R, Low);
      int Off = (int)(Value >> 1 ^ (0 - (Value & 1)));
      int Now = Last + Slope + Off;
      Slope = Now - Last;
      Last = Now;
      Back[First + I] = (short)Now;
    }
  }
}
KERNEL void kernel(void) {
  Used = encode();
  decode();
}
double checksum(void) {
  double S = Used;
  for (int I = 0; I < N; ++I)
    S += Back[I] * (1 + I % 3) + 1e6 * (Back[I] != Sound[I]);
  return S;
}
