//===- line-program.c - Lines of a program, as debuggers read them --------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { Bytes = 800, MostRows = Bytes, Questions = 16 };
enum { FirstSpecial = 13, LineBase = -5, LineRange = 14 };
enum Operation {
  Extended,
  Copy,
  AdvanceAddress,
  AdvanceLine,
  SetFile,
  SetColumn,
  NegateStatement,
  SetBlock,
  AdvanceMuch
};
enum { EndSequence = 1, SetAddress = 2, AddressBytes = 8 };
static unsigned char Program[Bytes + 32];
static struct Row {
  unsigned long long Address;
  unsigned Line;
  unsigned short File, Column;
  unsigned char Statement, Block, End;
} Rows[MostRows];
static unsigned Number, Wanted[Questions], Found[Questions];
void setup(void) {}
static unsigned char *putNumber(unsigned char *To, unsigned Value) {
  for (; Value > 127; Value >>= 7)
    *To++ = (unsigned char)(Value | 128);
  *To++ = (unsigned char)Value;
  return To;
}
static unsigned char *putAddress(unsigned char *To, unsigned Address) {
  *To++ = Extended;
  *To++ = AddressBytes + 1;
  *To++ = SetAddress;
  for (int I = 0; I < AddressBytes; ++I)
    *To++ = (unsigned char)(I < 4 ? Address >> 8 * I : 0);
  return To;
}
void prepare(unsigned Call) {
  unsigned long long State = Call + 1;
  fillWords(Wanted, Questions, Call + 1);
  for (int I = 0; I < Questions; ++I)
    Wanted[I] = 0x401000 + Wanted[I] % 6000;
  unsigned char *To = putAddress(Program, 0x401000);
  while (To < Program + Bytes - 3) {
    unsigned long long R = nextRandom(&State);
    unsigned Kind = R & 15, Value = (unsigned)(R >> 32);
    Value >>= R >> 8 & 1 ? 19 : 26;
    if (Kind < 9) {
      *To++ = (unsigned char)(FirstSpecial + (R >> 16) % 243);
      continue;
    }
    *To++ = (unsigned char)(Kind - 8);
    if (Kind - 8 == AdvanceAddress || Kind - 8 == SetColumn)
      To = putNumber(To, Kind - 8 == SetColumn ? Value & 127 : Value & 255);
    else if (Kind - 8 == SetFile)
      To = putNumber(To, 1 + (Value & 7));
    else if (Kind - 8 == AdvanceLine)
      *To++ = (unsigned char)(Value & 127);
  }
  *To++ = Extended;
  *To++ = 1;
  *To++ = EndSequence;
}
HELPER unsigned takeUnsigned(const unsigned char **From) {
  unsigned Value = 0, Shift = 0;
  unsigned char Byte;
  do {
    Byte = *(*From)++;
    Value |= (Byte & 127u) << Shift;
    Shift += 7;
  } while (Byte & 128);
  return Value;
}
HELPER int takeSigned(const unsigned char **From) {
  unsigned Value = 0, Shift = 0;
  unsigned char Byte;
  do {
    Byte = *(*From)++;
    Value |= (Byte & 127u) << Shift;
    Shift += 7;
  } while (Byte & 128);
  if (Byte & 64 && Shift < 32)
    Value |= ~0u << Shift;
  return (int)Value;
}
static unsigned run(const unsigned char *From) {
  struct Row Row = {0, 1, 1, 0, 1, 0, 0};
  unsigned Count = 0;
  while (!Row.End) {
    unsigned Operation = *From++;
    if (Operation >= FirstSpecial) {
      Operation -= FirstSpecial;
      Row.Address += Operation / LineRange;
      Row.Line += (unsigned)(LineBase + (int)(Operation % LineRange));
      Rows[Count++] = Row;
      Row.Block = 0;
      continue;
    }
    switch (Operation) {
    case Extended: {
      unsigned Length = takeUnsigned(&From);
      const unsigned char *Next = From + Length;
      if (*From == EndSequence) {
        Row.End = 1;
        Rows[Count++] = Row;
      } else if (*From == SetAddress) {
        Row.Address = 0;
        for (int I = AddressBytes; I > 0; --I)
          Row.Address = Row.Address << 8 | From[I];
      }
      From = Next;
      break;
    }
    case Copy:
      Rows[Count++] = Row;
      Row.Block = 0;
      break;
    case AdvanceAddress:
      Row.Address += takeUnsigned(&From);
      break;
    case AdvanceLine:
      Row.Line += (unsigned)takeSigned(&From);
      break;
    case SetFile:
      Row.File = (unsigned short)takeUnsigned(&From);
      break;
    case SetColumn:
      Row.Column = (unsigned short)takeUnsigned(&From);
      break;
    case NegateStatement:
      Row.Statement = !Row.Statement;
      break;
    case SetBlock:
      Row.Block = 1;
      break;
    case AdvanceMuch:
      Row.Address += (255 - FirstSpecial) / LineRange;
      break;
    default:
      break;
    }
  }
  return Count;
}
KERNEL void kernel(void) {
  Number = run(Program);
  for (int I = 0; I < Questions; ++I) {
    unsigned Low = 0, High = Number;
    while (High - Low > 1) {
      unsigned Middle = (Low + High) / 2;
      if (Rows[Middle].Address <= Wanted[I])
        Low = Middle;
      else
        High = Middle;
    }
    Found[I] = Rows[Low].Line;
  }
}
double checksum(void) {
  double S = Number;
  for (unsigned I = 0; I < Number; ++I)
    S += (double)(int)Rows[I].Line + (double)(Rows[I].Address & 0xFFFF) +
         Rows[I].File * 3 + Rows[I].Column + Rows[I].Block + Rows[I].Statement;
  for (int I = 0; I < Questions; ++I)
    S += (double)(int)Found[I] * 1e-3;
  return S;
}
