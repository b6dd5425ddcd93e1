//===- domain-names.c - Answers of name servers, read and kept -----------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { Messages = 5, Answers = 6, Size = 512, Longest = 64, Slots = 64 };
enum { Address = 1, Alias = 5, Exchange = 15, LongAddress = 28 };
static unsigned char Wire[Messages][Size];
static unsigned Lengths[Messages];
static struct Record {
  unsigned Hash, Until;
  unsigned short Type, Preference;
  unsigned char Data[16];
  char Name[Longest];
} Known[Slots];
static unsigned Wrong, Replaced, Followed;
static const char *const Words[] = {"www",    "Mail", "ns1",    "example",
                                    "Rafter", "cdn",  "static", "img-7",
                                    "a",      "lib"};
static const char *const Tops[] = {"com", "org", "de", "co"};
void setup(void) {}
static unsigned label(unsigned char *To, unsigned At, const char *Word) {
  unsigned Number = 0;
  for (; Word[Number]; ++Number)
    To[At + 1 + Number] = (unsigned char)Word[Number];
  To[At] = (unsigned char)Number;
  return At + 1 + Number;
}
static unsigned number(unsigned char *To, unsigned At, unsigned Value,
                       unsigned Bytes) {
  while (Bytes--)
    To[At++] = (unsigned char)(Value >> 8 * Bytes);
  return At;
}
static unsigned answer(unsigned char *M, unsigned At, unsigned long long R) {
  static const unsigned Types[] = {Address,  Address, LongAddress,
                                   Exchange, Alias,   16};
  unsigned Type = Types[R % 6];
  if (R >> 8 & 3)
    At = label(M, At, Words[(R >> 16) % 10]);
  At = number(M, At, 0xC00C, 2);
  At = number(M, At, Type, 2);
  At = number(M, At, 1, 2);
  At = number(M, At, (unsigned)(R >> 24 & 0xFFFF), 4);
  unsigned Before = At;
  At += 2;
  if (Type == Exchange)
    At = number(M, At, (unsigned)(R >> 40 & 63), 2);
  if (Type == Exchange || Type == Alias) {
    At = label(M, At, Words[(R >> 48) % 10]);
    At = number(M, At, 0xC00C, 2);
  } else
    for (unsigned I = 0; I < (Type == LongAddress ? 16u : 4u); ++I)
      M[At++] = (unsigned char)(R >> I);
  number(M, Before, At - Before - 2, 2);
  return At;
}
void prepare(unsigned Call) {
  unsigned long long State = Call + 1;
  for (int I = 0; I < Messages; ++I) {
    unsigned char *M = Wire[I];
    unsigned long long R = nextRandom(&State);
    unsigned At = number(M, 0, (unsigned)(R >> 48), 2);
    At = number(M, At, 0x8180, 2);
    At = number(M, At, 1, 2);
    At = number(M, At, Answers, 2);
    At = number(M, At, 0, 4);
    At = label(M, At, Words[R % 10]);
    At = label(M, At, Words[(R >> 8) % 10]);
    At = label(M, At, Tops[R >> 16 & 3]);
    M[At++] = 0;
    At = number(M, At, Address, 2);
    At = number(M, At, 1, 2);
    for (int J = 0; J < Answers; ++J)
      At = answer(M, At, nextRandom(&State));
    Lengths[I] = At;
  }
  for (int I = 0; I < Slots; ++I)
    Known[I].Type = 0;
}
HELPER unsigned readShort(const unsigned char *From) {
  return (unsigned)From[0] << 8 | From[1];
}
/// Writes a name with dots, in small letters. Gives the place behind it, or 0.
static unsigned readName(const unsigned char *M, unsigned Length, unsigned At,
                         char *To) {
  unsigned Behind = 0, Written = 0, Jumps = 0;
  for (;;) {
    if (At >= Length)
      return 0;
    unsigned Part = M[At];
    if (Part >= 0xC0) {
      if (At + 1 >= Length || ++Jumps > 8)
        return 0;
      if (!Behind)
        Behind = At + 2;
      At = readShort(M + At) & 0x3FFF;
      ++Followed;
      continue;
    }
    ++At;
    if (Part == 0)
      break;
    if (Part > 63 || At + Part > Length || Written + Part + 1 >= Longest)
      return 0;
    for (unsigned I = 0; I < Part; ++I) {
      unsigned char C = M[At + I];
      if (C >= 'A' && C <= 'Z')
        C += 'a' - 'A';
      To[Written++] = (char)C;
    }
    To[Written++] = '.';
    At += Part;
  }
  To[Written] = 0;
  return Behind ? Behind : At;
}
static int same(const char *A, const char *B) {
  while (*A && *A == *B) {
    ++A;
    ++B;
  }
  return *A == *B;
}
static struct Record *place(const char *Name, unsigned Type) {
  unsigned Hash = 5381 + Type;
  for (const char *C = Name; *C; ++C)
    Hash = Hash * 33 + (unsigned char)*C;
  unsigned At = (Hash ^ Hash >> 15) % Slots;
  while (Known[At].Type && !(Known[At].Hash == Hash && Known[At].Type == Type &&
                             same(Known[At].Name, Name)))
    At = (At + 1) % Slots;
  Known[At].Hash = Hash;
  return &Known[At];
}
static unsigned readRecord(const unsigned char *M, unsigned Length,
                           unsigned At) {
  char Name[Longest], Target[Longest];
  At = readName(M, Length, At, Name);
  if (!At || At + 10 > Length)
    return 0;
  unsigned Type = readShort(M + At), Class = readShort(M + At + 2);
  unsigned Lives = readShort(M + At + 4) << 16 | readShort(M + At + 6);
  unsigned Bytes = readShort(M + At + 8), Data = At + 10;
  if (Data + Bytes > Length)
    return 0;
  if (Class != 1)
    return Data + Bytes;
  struct Record *R = place(Name, Type);
  if (R->Type)
    ++Replaced;
  else
    for (unsigned I = 0; (R->Name[I] = Name[I]); ++I)
      ;
  R->Type = (unsigned short)Type;
  R->Until = 1000 + Lives;
  R->Preference = 0;
  switch (Type) {
  case Address:
  case LongAddress:
    if (Bytes != (Type == Address ? 4 : 16))
      return 0;
    for (unsigned I = 0; I < Bytes; ++I)
      R->Data[I] = M[Data + I];
    break;
  case Exchange:
    R->Preference = (unsigned short)readShort(M + Data);
    if (!readName(M, Length, Data + 2, Target))
      return 0;
    for (unsigned I = 0; I < 16; ++I)
      if (!(R->Data[I] = (unsigned char)Target[I]))
        break;
    break;
  case Alias:
    if (!readName(M, Length, Data, Target))
      return 0;
    for (unsigned I = 0; I < 16; ++I)
      if (!(R->Data[I] = (unsigned char)Target[I]))
        break;
    break;
  }
  return Data + Bytes;
}
static int readMessage(const unsigned char *M, unsigned Length) {
  char Name[Longest];
  if (Length < 12 || !(M[2] & 0x80) || M[3] & 15)
    return 0;
  unsigned Questions = readShort(M + 4), Number = readShort(M + 6), At = 12;
  while (Questions--) {
    At = readName(M, Length, At, Name);
    if (!At)
      return 0;
    At += 4;
  }
  while (Number--) {
    At = readRecord(M, Length, At);
    if (!At)
      return 0;
  }
  return At == Length;
}
KERNEL void kernel(void) {
  Wrong = Replaced = Followed = 0;
  for (int I = 0; I < Messages; ++I)
    Wrong += (unsigned)!readMessage(Wire[I], Lengths[I]);
}
double checksum(void) {
  double S = 1e9 * Wrong + 1e4 * Replaced + Followed;
  for (int I = 0; I < Slots; ++I)
    if (Known[I].Type)
      S += Known[I].Hash * 1e-3 + Known[I].Until + Known[I].Preference +
           Known[I].Data[1] * 3 + Known[I].Name[0];
  return S;
}
