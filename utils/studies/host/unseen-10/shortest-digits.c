//===- shortest-digits.c - Floating-point numbers as few decimal digits ---===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 40, MostLength = 28, Step = 4, Steps = 9 };
typedef unsigned long long Word;
/// Fraction * 2^Exponent.
struct Scaled {
  Word Fraction;
  int Exponent;
};
/// Powers of ten to the exponents -36, -32, ..., 36.
static struct Scaled Powers[2 * Steps + 1];
static Word Tens[20];
static double Numbers[N];
static char Text[N][MostLength];
static int Length[N];
static void setPower(int Of, unsigned __int128 High, int Exponent) {
  if (Of % Step)
    return;
  struct Scaled *To = &Powers[Of / Step + Steps];
  To->Fraction = (Word)(High >> 64) + (Word)(High >> 63 & 1);
  To->Exponent = Exponent + 64;
}
void setup(void) {
  unsigned __int128 One = (unsigned __int128)1 << 127, Power = One;
  int Exponent = -127;
  for (int I = 0; I <= Step * Steps; ++I) {
    setPower(I, Power, Exponent);
    Power = (Power >> 4) * 10;
    for (Exponent += 4; !(Power >> 127); --Exponent)
      Power <<= 1;
  }
  Power = One;
  Exponent = -127;
  for (int I = 0; I >= -Step * Steps; --I) {
    setPower(I, Power, Exponent);
    Power /= 10;
    for (; !(Power >> 127); --Exponent)
      Power <<= 1;
  }
  Tens[0] = 1;
  for (int I = 1; I < 20; ++I)
    Tens[I] = Tens[I - 1] * 10;
}
void prepare(unsigned Call) {
  unsigned long long State = Call + 1;
  fillDoubles(Numbers, N, Call + 1);
  for (int I = 0; I < N; ++I) {
    Word R = nextRandom(&State);
    double Scale = (double)Tens[R % 10];
    Numbers[I] *= R >> 62 == 0 ? 1 : R >> 61 & 1 ? Scale : 1 / Scale;
    // Some have few digits.
    if (R >> 60 & 1)
      Numbers[I] = (double)(R >> 32 & 0xFFFFF) / (double)Tens[R >> 56 & 3];
  }
}
HELPER struct Scaled normalize(struct Scaled A) {
  int Shift = __builtin_clzll(A.Fraction);
  struct Scaled Result = {A.Fraction << Shift, A.Exponent - Shift};
  return Result;
}
HELPER struct Scaled multiply(struct Scaled A, struct Scaled B) {
  unsigned __int128 Product = (unsigned __int128)A.Fraction * B.Fraction;
  Word High = (Word)(Product >> 64) + ((Word)Product >> 63);
  struct Scaled Result = {High, A.Exponent + B.Exponent + 64};
  return Result;
}
/// The last digit becomes less while that is nearer to the number.
HELPER void roundLast(char *Last, Word Width, Word Rest, Word Unit, Word Off) {
  while (Rest < Off && Width - Rest >= Unit &&
         (Rest + Unit < Off || Off - Rest > Rest + Unit - Off)) {
    --*Last;
    Rest += Unit;
  }
}
/// Digits of what is at most Width below High; gives their number.
static int digits(struct Scaled High, Word Width, Word Off, char *To,
                  int *Exponent) {
  int Shift = -High.Exponent, Count = 0, Places = 1;
  Word Unit = 1ull << Shift, Part = High.Fraction & (Unit - 1);
  unsigned Whole = (unsigned)(High.Fraction >> Shift);
  while (Tens[Places] <= Whole)
    ++Places;
  while (Places > 0) {
    unsigned Power = (unsigned)Tens[--Places], Digit = Whole / Power;
    Whole %= Power;
    if (Digit || Count)
      To[Count++] = (char)('0' + Digit);
    Word Rest = ((Word)Whole << Shift) + Part;
    if (Rest <= Width) {
      *Exponent += Places;
      roundLast(&To[Count - 1], Width, Rest, Tens[Places] << Shift, Off);
      return Count;
    }
  }
  for (;;) {
    Part *= 10;
    Width *= 10;
    Off *= 10;
    Word Digit = Part >> Shift;
    if (Digit || Count)
      To[Count++] = (char)('0' + Digit);
    Part &= Unit - 1;
    --*Exponent;
    if (Part < Width) {
      roundLast(&To[Count - 1], Width, Part, Unit, Off);
      return Count;
    }
  }
}
static int shortest(double Number, char *To, int *Exponent) {
  union {
    double Value;
    Word Bits;
  } U = {Number};
  const Word Hidden = 1ull << 52;
  struct Scaled Middle = {(U.Bits & (Hidden - 1)) | Hidden,
                          (int)(U.Bits >> 52 & 2047) - 1075};
  struct Scaled High = {2 * Middle.Fraction + 1, Middle.Exponent - 1};
  struct Scaled Low = {2 * Middle.Fraction - 1, Middle.Exponent - 1};
  if (Middle.Fraction == Hidden) {
    Low.Fraction = 4 * Middle.Fraction - 1;
    Low.Exponent = Middle.Exponent - 2;
  }
  High = normalize(High);
  Low.Fraction <<= Low.Exponent - High.Exponent;
  Low.Exponent = High.Exponent;
  // 78913 / 2^18 is the logarithm of two.
  int Least = ((-61 - High.Exponent) * 78913 >> 18) + 1;
  int At = (Least + Step * Steps + Step - 1) / Step;
  *Exponent = Step * (Steps - At);
  Middle = multiply(normalize(Middle), Powers[At]);
  High = multiply(High, Powers[At]);
  Low = multiply(Low, Powers[At]);
  --High.Fraction;
  ++Low.Fraction;
  return digits(High, High.Fraction - Low.Fraction,
                High.Fraction - Middle.Fraction, To, Exponent);
}
static int write(double Number, char *To) {
  if (Number == 0) {
    To[0] = '0';
    return 1;
  }
  int Exponent, Count = shortest(Number, To + 1, &Exponent);
  To[0] = To[1];
  To[1] = '.';
  Exponent += Count++ - 1;
  To[Count++] = 'e';
  if (Exponent < 0) {
    To[Count++] = '-';
    Exponent = -Exponent;
  }
  if (Exponent >= 10)
    To[Count++] = (char)('0' + Exponent / 10);
  To[Count++] = (char)('0' + Exponent % 10);
  return Count;
}
KERNEL void kernel(void) {
  for (int I = 0; I < N; ++I)
    Length[I] = write(Numbers[I], Text[I]);
}
double checksum(void) {
  double S = 0;
  for (int I = 0; I < N; ++I)
    for (int J = 0; J < Length[I]; ++J)
      S += (J + 1) * Text[I][J];
  return S;
}
