//===- depthwise.c - Layers of a small net that counts in bytes ----------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { Side = 8, Border = Side + 2, Channels = 16, Out = 12 };
static signed char Image[Border][Border][Channels];
static signed char Filter[3][3][Channels], Mix[Out][Channels];
static int Biases[Channels], MixBiases[Out];
static int Scales[Channels], MixScales[Out];
static signed char Middle[Side][Side][Channels], Result[Side][Side][Out];
void setup(void) {
  unsigned Numbers[Channels + Out];
  fillBytes((unsigned char *)&Filter[0][0][0], sizeof Filter, 77);
  fillBytes((unsigned char *)&Mix[0][0], sizeof Mix, 78);
  fillWords(Numbers, Channels + Out, 79);
  for (int C = 0; C < Channels; ++C) {
    Biases[C] = (int)(Numbers[C] & 0xFFF) - 2048;
    Scales[C] = 5000000 + (int)(Numbers[C] >> 12);
  }
  for (int C = 0; C < Out; ++C) {
    MixBiases[C] = (int)(Numbers[Channels + C] & 0xFFF) - 2048;
    MixScales[C] = 5000000 + (int)(Numbers[Channels + C] >> 12);
  }
}
void prepare(unsigned Call) {
  fillBytes((unsigned char *)&Image[0][0][0], sizeof Image, Call + 1);
}
/// A sum as a byte again: multiplied by Scale / 2^31, rounded, and not below
/// the least value of an activation.
HELPER signed char requantize(int Sum, int Scale, int Least) {
  long long Product = (long long)Sum * Scale + (1ll << 30);
  int Value = (int)(Product >> 31);
  Value = Value < Least ? Least : Value;
  return (signed char)(Value > 127 ? 127 : Value);
}
static void filter(void) {
  for (int Y = 0; Y < Side; ++Y)
    for (int X = 0; X < Side; ++X) {
      int Sums[Channels];
      for (int C = 0; C < Channels; ++C)
        Sums[C] = Biases[C];
      for (int V = 0; V < 3; ++V)
        for (int U = 0; U < 3; ++U)
          for (int C = 0; C < Channels; ++C)
            Sums[C] += Image[Y + V][X + U][C] * Filter[V][U][C];
      for (int C = 0; C < Channels; ++C)
        Middle[Y][X][C] = requantize(Sums[C], Scales[C], 0);
    }
}
static void mix(void) {
  for (int Y = 0; Y < Side; ++Y)
    for (int X = 0; X < Side; ++X)
      for (int O = 0; O < Out; ++O) {
        int Sum = MixBiases[O];
        for (int C = 0; C < Channels; ++C)
          Sum += Middle[Y][X][C] * Mix[O][C];
        Result[Y][X][O] = requantize(Sum, MixScales[O], -128);
      }
}
KERNEL void kernel(void) {
  filter();
  mix();
}
double checksum(void) {
  double S = 0;
  for (int Y = 0; Y < Side; ++Y)
    for (int X = 0; X < Side; ++X)
      for (int O = 0; O < Out; ++O)
        S += Result[Y][X][O] * (1 + (X * 3 + Y * 5 + O) % 7);
  return S;
}
