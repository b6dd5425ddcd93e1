//===- block-colours.c - Textures, sixteen pixels to eight bytes ---------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { Blocks = 24, Pixels = 16 };
static unsigned char Image[Blocks][Pixels][3];
static struct Block {
  unsigned short Ends[2];
  unsigned Indices;
} Packed[Blocks];
static unsigned Error;
void setup(void) {}
void prepare(unsigned Call) {
  unsigned long long State = Call + 1;
  for (int B = 0; B < Blocks; ++B) {
    unsigned long long Base = nextRandom(&State), Slope = nextRandom(&State);
    for (int P = 0; P < Pixels; ++P) {
      unsigned long long Noise = nextRandom(&State);
      int Along = (P & 3) + (int)(Slope >> 60 & 3) * (P >> 2);
      for (int C = 0; C < 3; ++C)
        Image[B][P][C] =
            (unsigned char)((Base >> 8 * C & 0x7F) +
                            (Slope >> 8 * C & 7) * (unsigned)Along +
                            (Noise >> 8 * C & 15));
    }
  }
}
HELPER unsigned pack(const int *Colour) {
  return (unsigned)((Colour[0] * 31 + 127) / 255) << 11 |
         (unsigned)((Colour[1] * 63 + 127) / 255) << 5 |
         (unsigned)((Colour[2] * 31 + 127) / 255);
}
HELPER void unpack(unsigned Short, int *Colour) {
  int Red = (int)(Short >> 11), Green = (int)(Short >> 5 & 63);
  int Blue = (int)(Short & 31);
  Colour[0] = Red << 3 | Red >> 2;
  Colour[1] = Green << 2 | Green >> 4;
  Colour[2] = Blue << 3 | Blue >> 2;
}
static void ends(const unsigned char (*Block)[3], int *Low, int *High) {
  for (int C = 0; C < 3; ++C) {
    Low[C] = 255;
    High[C] = 0;
  }
  for (int P = 0; P < Pixels; ++P)
    for (int C = 0; C < 3; ++C) {
      int Value = Block[P][C];
      Low[C] = Value < Low[C] ? Value : Low[C];
      High[C] = Value > High[C] ? Value : High[C];
    }
  // The best ends are a little inside.
  for (int C = 0; C < 3; ++C) {
    int Inset = (High[C] - Low[C]) >> 4;
    Low[C] += Inset;
    High[C] -= Inset;
  }
}
static unsigned encode(const unsigned char (*Block)[3], struct Block *To) {
  int Low[3], High[3], Palette[4][3];
  ends(Block, Low, High);
  unsigned First = pack(High), Second = pack(Low);
  if (First < Second) {
    unsigned T = First;
    First = Second;
    Second = T;
  }
  unpack(First, Palette[0]);
  unpack(Second, Palette[1]);
  for (int C = 0; C < 3; ++C) {
    Palette[2][C] = (2 * Palette[0][C] + Palette[1][C]) / 3;
    Palette[3][C] = (Palette[0][C] + 2 * Palette[1][C]) / 3;
  }
  unsigned Indices = 0, Sum = 0;
  for (int P = 0; P < Pixels; ++P) {
    unsigned Best = 0, Least = ~0u;
    for (unsigned I = 0; I < 4; ++I) {
      int Red = Block[P][0] - Palette[I][0];
      int Green = Block[P][1] - Palette[I][1];
      int Blue = Block[P][2] - Palette[I][2];
      unsigned Distance =
          (unsigned)(2 * Red * Red + 4 * Green * Green + Blue * Blue);
      if (Distance < Least) {
        Least = Distance;
        Best = I;
      }
    }
    Indices |= Best << 2 * P;
    Sum += Least;
  }
  To->Ends[0] = (unsigned short)First;
  To->Ends[1] = (unsigned short)Second;
  To->Indices = Indices;
  return Sum;
}
KERNEL void kernel(void) {
  unsigned Sum = 0;
  for (int B = 0; B < Blocks; ++B)
    Sum += encode(Image[B], &Packed[B]);
  Error = Sum;
}
double checksum(void) {
  double S = Error;
  for (int B = 0; B < Blocks; ++B)
    S += Packed[B].Ends[0] + 3.0 * Packed[B].Ends[1] +
         1e-3 * Packed[B].Indices * (1 + B % 5);
  return S;
}
