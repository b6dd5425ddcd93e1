//===- sliced-cipher.c - Sixty-four blocks ciphered bit by bit at once ----===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { Blocks = 64, Rounds = 20 };
typedef unsigned long long Word;
static Word Data[Blocks], Secret[Blocks], Keys[Rounds + 1];
void setup(void) {}
void prepare(unsigned Call) {
  unsigned long long State = Call + 1;
  for (int I = 0; I < Blocks; ++I)
    Data[I] = nextRandom(&State);
  for (int I = 0; I <= Rounds; ++I)
    Keys[I] = nextRandom(&State);
}
/// Bit I of word J becomes bit J of word I.
static void turn(Word *Bits) {
  Word Mask = 0x00000000FFFFFFFFull;
  for (int Step = 32; Step; Step >>= 1, Mask ^= Mask << Step)
    for (int I = 0; I < 64; I = (I + Step + 1) & ~Step) {
      Word Swap = (Bits[I] >> Step ^ Bits[I + Step]) & Mask;
      Bits[I] ^= Swap << Step;
      Bits[I + Step] ^= Swap;
    }
}
/// Four bits of all blocks through one table, as a circuit.
HELPER void substitute(const Word *From, Word *To) {
  Word A = From[0], B = From[1], C = From[2], D = From[3];
  Word T1 = C ^ B;
  Word T2 = B & T1;
  Word T3 = A ^ T2;
  Word Y3 = D ^ T3;
  T2 = T1 & T3;
  T1 ^= Y3;
  T2 ^= B;
  Word Y2 = T1 ^ (D | T2);
  T2 ^= ~D;
  To[0] = Y2 ^ T2;
  To[16] = T3 ^ (T2 | T1);
  To[32] = Y2;
  To[48] = Y3;
}
HELPER void addKey(Word *Slices, Word Key) {
  for (int I = 0; I < 64; ++I)
    Slices[I] ^= 0 - (Key >> I & 1);
}
KERNEL void kernel(void) {
  Word Slices[64], Other[64];
  for (int I = 0; I < Blocks; ++I)
    Slices[I] = Data[I];
  turn(Slices);
  for (int Round = 0; Round < Rounds; Round += 2) {
    addKey(Slices, Keys[Round]);
    for (int I = 0; I < 16; ++I)
      substitute(Slices + 4 * I, Other + I);
    addKey(Other, Keys[Round + 1]);
    for (int I = 0; I < 16; ++I)
      substitute(Other + 4 * I, Slices + I);
  }
  addKey(Slices, Keys[Rounds]);
  turn(Slices);
  for (int I = 0; I < Blocks; ++I)
    Secret[I] = Slices[I];
}
double checksum(void) {
  double S = 0;
  for (int I = 0; I < Blocks; ++I)
    S += (double)(Secret[I] >> 40) * (1 + I % 5);
  return S;
}
