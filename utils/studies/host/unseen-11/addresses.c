//===- addresses.c - Internet addresses as text, read and shortened -------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 17, Groups = 8, MostText = 48 };
static char Texts[N][MostText], Short[N][MostText];
static unsigned short Values[N][Groups];
static unsigned char Valid[N];
void setup(void) {}
static char *putText(char *To, const char *From) {
  while (*From)
    *To++ = *From++;
  return To;
}
void prepare(unsigned Call) {
  static const char Upper[] = "0123456789ABCDEF", Lower[] = "0123456789abcdef";
  unsigned long long State = Call + 1;
  for (int I = 0; I < N; ++I) {
    char *To = Texts[I];
    unsigned long long R = nextRandom(&State);
    const char *Digits = R & 1 ? Upper : Lower;
    int Gap = R & 6 ? (int)(R >> 8 & 7) : -1, Width = 1 + (int)(R >> 16 & 1);
    int Dotted = (R >> 20 & 3) == 0 && Gap < 4;
    int End = Dotted ? 6 : Groups;
    for (int J = 0; J < End; ++J) {
      if (J == Gap) {
        To = putText(To, J ? ":" : "::");
        J += Width;
        if (J >= End - 1 && !Dotted) {
          break;
        }
        continue;
      }
      unsigned long long Group = nextRandom(&State);
      unsigned Value =
          Group & 3 ? (unsigned)(Group >> 48) >> (Group >> 8 & 15) : 0;
      int Shift = 12;
      if (!(Group & 4))
        while (Shift && !(Value >> Shift))
          Shift -= 4;
      for (; Shift >= 0; Shift -= 4)
        *To++ = Digits[Value >> Shift & 15];
      if (J < Groups - 1)
        *To++ = ':';
    }
    if (Dotted)
      To = putText(To, R >> 24 & 1 ? "192.0.2.33" : "10.1.255.7");
    if ((R >> 28 & 15) == 0)
      To = putText(To, "g");
    *To = 0;
  }
}
HELPER int digit(char C) {
  if (C >= '0' && C <= '9')
    return C - '0';
  C |= 0x20;
  return C >= 'a' && C <= 'f' ? C - 'a' + 10 : -1;
}
static int parseDotted(const char *From, unsigned short *To) {
  unsigned Parts[4];
  for (int I = 0; I < 4; ++I) {
    if (*From < '0' || *From > '9')
      return 0;
    unsigned Value = 0;
    for (; *From >= '0' && *From <= '9'; ++From)
      if ((Value = 10 * Value + (unsigned)(*From - '0')) > 255)
        return 0;
    Parts[I] = Value;
    if (*From++ != (I < 3 ? '.' : 0))
      return 0;
  }
  To[0] = (unsigned short)(Parts[0] << 8 | Parts[1]);
  To[1] = (unsigned short)(Parts[2] << 8 | Parts[3]);
  return 1;
}
static int parse(const char *From, unsigned short *To) {
  int Number = 0, Gap = -1;
  if (*From == ':' && *++From != ':')
    return 0;
  while (*From) {
    if (*From == ':') {
      if (Gap >= 0)
        return 0;
      Gap = Number;
      ++From;
      continue;
    }
    if (Number == Groups)
      return 0;
    const char *Begin = From;
    unsigned Value = 0;
    for (int Digit; (Digit = digit(*From)) >= 0; ++From) {
      if (From - Begin == 4)
        return 0;
      Value = Value << 4 | (unsigned)Digit;
    }
    if (*From == '.') {
      if (Number > Groups - 2 || !parseDotted(Begin, To + Number))
        return 0;
      Number += 2;
      break;
    }
    if (From == Begin)
      return 0;
    To[Number++] = (unsigned short)Value;
    if (*From == 0)
      break;
    if (*From++ != ':' || *From == 0)
      return 0;
  }
  if (Gap < 0)
    return Number == Groups;
  int Moved = Number - Gap;
  for (int I = 1; I <= Moved; ++I)
    To[Groups - I] = To[Number - I];
  for (int I = Gap; I < Groups - Moved; ++I)
    To[I] = 0;
  return Number < Groups;
}
/// The longest run of zeros is left out.
static void format(const unsigned short *From, char *To) {
  int Best = -1, Longest = 1;
  for (int I = 0; I < Groups;) {
    int Begin = I;
    while (I < Groups && From[I] == 0)
      ++I;
    if (I - Begin > Longest) {
      Longest = I - Begin;
      Best = Begin;
    }
    if (I == Begin)
      ++I;
  }
  for (int I = 0; I < Groups;) {
    if (I == Best) {
      *To++ = ':';
      I += Longest;
      if (I == Groups)
        *To++ = ':';
      continue;
    }
    if (I)
      *To++ = ':';
    unsigned Value = From[I++];
    int Shift = Value ? (31 - __builtin_clz(Value)) & ~3 : 0;
    for (; Shift >= 0; Shift -= 4)
      *To++ = "0123456789abcdef"[Value >> Shift & 15];
  }
  *To = 0;
}
KERNEL void kernel(void) {
  for (int I = 0; I < N; ++I) {
    Valid[I] = (unsigned char)parse(Texts[I], Values[I]);
    if (Valid[I])
      format(Values[I], Short[I]);
    else
      Short[I][0] = 0;
  }
}
double checksum(void) {
  double S = 1000 * sumBytes(Valid, N);
  for (int I = 0; I < N; ++I)
    for (int J = 0; Short[I][J]; ++J)
      S += Short[I][J] * (J + 1);
  return S;
}
