//===- instruction-lengths.c - Where machine instructions end -------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { Bytes = 900, Most = Bytes };
enum Attribute {
  ModRM = 1,
  Immediate8 = 2,
  Immediate16 = 4,
  Immediate32 = 8,
  Wide = 16,
  Test = 32,
  Prefix = 64,
  Invalid = 128
};
static unsigned char One[256], Two[256];
static unsigned char Code[Bytes + 32];
static unsigned char Lengths[Most];
static unsigned Number, Bad, Relative;
static void set(unsigned char *Map, int First, int Last, int Value) {
  for (int I = First; I <= Last; ++I)
    Map[I] = (unsigned char)Value;
}
void setup(void) {
  for (int I = 0; I < 0x40; I += 8) {
    set(One, I, I + 3, ModRM);
    set(One, I + 4, I + 4, Immediate8);
    set(One, I + 5, I + 5, Immediate32);
    set(One, I + 6, I + 7, Invalid);
  }
  for (int I = 0x26; I < 0x40; I += 8)
    One[I] = Prefix;
  set(One, 0x40, 0x4F, Prefix);
  set(One, 0x60, 0x62, Invalid);
  One[0x63] = ModRM;
  set(One, 0x64, 0x67, Prefix);
  One[0x68] = Immediate32;
  One[0x69] = ModRM | Immediate32;
  One[0x6A] = Immediate8;
  One[0x6B] = ModRM | Immediate8;
  set(One, 0x70, 0x7F, Immediate8);
  set(One, 0x80, 0x83, ModRM | Immediate8);
  One[0x81] = ModRM | Immediate32;
  set(One, 0x84, 0x8F, ModRM);
  One[0x9A] = Invalid;
  One[0xA8] = Immediate8;
  One[0xA9] = Immediate32;
  set(One, 0xB0, 0xB7, Immediate8);
  set(One, 0xB8, 0xBF, Immediate32 | Wide);
  set(One, 0xC0, 0xC1, ModRM | Immediate8);
  One[0xC2] = Immediate16;
  One[0xC6] = ModRM | Immediate8;
  One[0xC7] = ModRM | Immediate32;
  One[0xC8] = Immediate16 | Immediate8;
  One[0xCD] = Immediate8;
  set(One, 0xD0, 0xD3, ModRM);
  set(One, 0xD8, 0xDF, ModRM);
  set(One, 0xE0, 0xE7, Immediate8);
  set(One, 0xE8, 0xE9, Immediate32);
  One[0xEB] = Immediate8;
  One[0xF0] = One[0xF2] = One[0xF3] = Prefix;
  set(One, 0xF6, 0xF7, ModRM | Test);
  set(One, 0xFE, 0xFF, ModRM);
  set(Two, 0x00, 0xFF, ModRM);
  set(Two, 0x05, 0x0B, 0);
  set(Two, 0x30, 0x37, 0);
  set(Two, 0x70, 0x73, ModRM | Immediate8);
  set(Two, 0x80, 0x8F, Immediate32);
  set(Two, 0xC8, 0xCF, 0);
  Two[0xA4] = Two[0xAC] = Two[0xBA] = Two[0xC2] = Two[0xC6] =
      ModRM | Immediate8;
  Two[0x04] = Two[0x24] = Invalid;
}
void prepare(unsigned Call) {
  static const unsigned char Usual[] = {
      0x48, 0x48, 0x48, 0x4C, 0x41, 0x66, 0x89, 0x89, 0x8B, 0x8B, 0x8D,
      0x8D, 0x83, 0x83, 0x81, 0xE8, 0xE8, 0x74, 0x75, 0x0F, 0x0F, 0x85,
      0x84, 0x39, 0x3B, 0x01, 0x31, 0x31, 0xC7, 0xC3, 0x55, 0x5D, 0x50,
      0x58, 0xEB, 0xE9, 0xB8, 0xBF, 0xC1, 0xF7, 0x90, 0xFF, 0x63, 0xF3};
  unsigned long long State = Call + 1;
  for (int I = 0; I < Bytes; ++I) {
    unsigned long long R = nextRandom(&State);
    Code[I] = (unsigned char)(R & 1 ? Usual[(R >> 8) % sizeof(Usual)]
                                    : R >> 40 & (R & 2 ? 0xFF : 0x5F));
  }
}
/// The bytes of an operand in memory: ModRM itself, SIB and displacement.
HELPER unsigned operandLength(const unsigned char *At) {
  unsigned Mode = *At >> 6, Base = *At & 7, Length = 1;
  if (Mode == 3)
    return 1;
  if (Base == 4) {
    Base = At[1] & 7;
    ++Length;
  } else if (Mode == 0 && Base == 5) {
    ++Relative;
    return Length + 4;
  }
  if (Mode == 1)
    return Length + 1;
  if (Mode == 2 || Base == 5)
    return Length + 4;
  return Length;
}
static unsigned lengthAt(const unsigned char *Begin) {
  const unsigned char *At = Begin;
  unsigned Rex = 0, Operand16 = 0, Kind;
  while ((Kind = One[*At]) & Prefix) {
    if (At - Begin >= 14)
      return 0;
    // Only right before the operation it has a meaning.
    Rex = (*At & 0xF0) == 0x40 ? *At : 0;
    Operand16 |= *At == 0x66;
    ++At;
  }
  unsigned Operation = *At++;
  int IsOne = Operation != 0x0F;
  if (!IsOne) {
    Operation = *At++;
    if (Operation == 0x38 || Operation == 0x3A) {
      Kind = Operation == 0x38 ? ModRM : ModRM | Immediate8;
      ++At;
    } else
      Kind = Two[Operation];
  }
  if (Kind & Invalid)
    return 0;
  if (Kind & Test && (*At >> 3 & 7) < 2)
    Kind |= Operation & 1 ? Immediate32 : Immediate8;
  if (Kind & ModRM)
    At += operandLength(At);
  if (Kind & Immediate8)
    ++At;
  if (Kind & Immediate16)
    At += 2;
  if (Kind & Immediate32) {
    if (Kind & Wide && Rex & 8)
      At += 8;
    else
      At += Operand16 && IsOne ? 2 : 4;
  }
  return (unsigned)(At - Begin);
}
KERNEL void kernel(void) {
  unsigned Count = 0;
  Bad = Relative = 0;
  for (unsigned At = 0; At < Bytes;) {
    unsigned Length = lengthAt(Code + At);
    if (Length == 0) {
      ++Bad;
      ++At;
      continue;
    }
    Lengths[Count++] = (unsigned char)Length;
    At += Length;
  }
  Number = Count;
}
double checksum(void) {
  double S = Number + 10.0 * Bad + 100.0 * Relative;
  for (unsigned I = 0; I < Number; ++I)
    S += Lengths[I] * (1 + I % 7);
  return S;
}
