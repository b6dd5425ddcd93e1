//===- traffic.c - Cars on a road of two lanes that hesitate and overtake -===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { Lanes = 2, Length = 120, Steps = 8, Fastest = 5 };
/// The speed of the car at each place, or none.
static signed char Road[Lanes][Length], Next[Lanes][Length];
static unsigned Seed;
static int Moved, Changes;
enum { None = -1 };
void setup(void) {}
void prepare(unsigned Call) {
  static unsigned char Bytes[Lanes][Length];
  fillBytes(&Bytes[0][0], sizeof(Bytes), Call + 1);
  for (int L = 0; L < Lanes; ++L)
    for (int I = 0; I < Length; ++I)
      Road[L][I] = (signed char)(Bytes[L][I] < 64 ? Bytes[L][I] % 4 : None);
  Seed = Call + 1;
}
HELPER unsigned chance(void) {
  Seed = Seed * 1664525 + 1013904223;
  return Seed >> 24;
}
/// Free places ahead, at most as many as can matter.
static int ahead(const signed char *Lane, int From) {
  for (int Free = 0; Free < Fastest; ++Free) {
    if (++From == Length)
      From = 0;
    if (Lane[From] != None)
      return Free;
  }
  return Fastest;
}
static int behind(const signed char *Lane, int From) {
  for (int Free = 0; Free < Fastest; ++Free) {
    if (--From < 0)
      From = Length - 1;
    if (Lane[From] != None)
      return Free;
  }
  return Fastest;
}
static void overtake(int L) {
  signed char *Own = Road[L], *Other = Road[1 - L];
  for (int I = 0; I < Length; ++I) {
    if (Own[I] == None || Other[I] != None)
      continue;
    int Room = ahead(Own, I);
    if (Room > Own[I] || ahead(Other, I) <= Room || behind(Other, I) < Fastest)
      continue;
    Other[I] = Own[I];
    Own[I] = None;
    ++Changes;
  }
}
static void drive(int L) {
  for (int I = 0; I < Length; ++I)
    Next[L][I] = None;
  for (int I = 0; I < Length; ++I) {
    int Speed = Road[L][I];
    if (Speed == None)
      continue;
    int Room = ahead(Road[L], I);
    if (Speed < Fastest)
      ++Speed;
    if (Speed > Room)
      Speed = Room;
    if (Speed > 0 && chance() < 70)
      --Speed;
    int To = I + Speed < Length ? I + Speed : I + Speed - Length;
    Next[L][To] = (signed char)Speed;
    Moved += Speed;
  }
  for (int I = 0; I < Length; ++I)
    Road[L][I] = Next[L][I];
}
KERNEL void kernel(void) {
  Moved = Changes = 0;
  for (int I = 0; I < Steps; ++I) {
    overtake(I % Lanes);
    for (int L = 0; L < Lanes; ++L)
      drive(L);
  }
}
double checksum(void) {
  double S = Moved + 1e-3 * Changes;
  for (int I = 0; I < Length; ++I)
    S += I * (Road[0][I] + 2 * Road[1][I]);
  return S;
}
