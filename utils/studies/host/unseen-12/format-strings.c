//===- format-strings.c - Numbers and words where a format asks for them -===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { Lines = 22, Most = 4, Size = 2048, Digits = 24 };
static const char *const Formats[] = {
    "%d items of %s\n",        "[%-12s] %5d %%\n", "%08x: %s\n",
    "%+d/%+d at %c\n",         "0x%lx, 0%o\n",     "%.5s...%10.3s|\n",
    "id=%u name=%-8s n=%3d\n", "%s, %s and %s\n",  "%6.4d|%-6d|%06d\n",
    "error %d in line %u\n",   "%#x %#o %X\n"};
union Argument {
  long long Integer;
  const char *Text;
};
static union Argument Arguments[Lines][Most];
static unsigned char Chosen[Lines];
static char Output[Size];
static unsigned Written;
static const char *const Words[] = {"queue", "an index",  "x",      "simulator",
                                    "file",  "directory", "kernel", ""};
void setup(void) {}
void prepare(unsigned Call) {
  unsigned long long State = Call + 1;
  for (int L = 0; L < Lines; ++L) {
    Chosen[L] = (unsigned char)(nextRandom(&State) % 11);
    const char *F = Formats[Chosen[L]];
    int Number = 0;
    for (; *F; ++F)
      if (F[0] == '%' && F[1] == '%')
        ++F;
      else if (F[0] == '%') {
        while (*F != 's' && *F != 'c' && *F != 'd' && *F != 'u' && *F != 'x' &&
               *F != 'X' && *F != 'o')
          ++F;
        unsigned long long R = nextRandom(&State);
        if (*F == 's')
          Arguments[L][Number++].Text = Words[R & 7];
        else if (*F == 'c')
          Arguments[L][Number++].Integer = 'a' + (long long)(R % 26);
        else {
          long long Value = (long long)(R >> 32 >> (R & 31));
          if (*F == 'd')
            Value = R & 64 ? -(Value >> 1) : Value >> 1;
          Arguments[L][Number++].Integer = Value;
        }
      }
  }
}
struct Form {
  unsigned char Left, Zeros, Plus, Other;
  int Width, Precision;
};
struct Sink {
  char *To, *End;
};
HELPER void put(struct Sink *S, char C) {
  if (S->To < S->End)
    *S->To++ = C;
}
static void pad(struct Sink *S, char C, int Number) {
  for (; Number > 0; --Number)
    put(S, C);
}
static void putText(struct Sink *S, const struct Form *F, const char *Text) {
  int Length = 0;
  while (Text[Length] && (F->Precision < 0 || Length < F->Precision))
    ++Length;
  if (!F->Left)
    pad(S, ' ', F->Width - Length);
  for (int I = 0; I < Length; ++I)
    put(S, Text[I]);
  if (F->Left)
    pad(S, ' ', F->Width - Length);
}
static void putNumber(struct Sink *S, const struct Form *F,
                      unsigned long long Value, unsigned Base, int Negative,
                      const char *Letters) {
  char Text[Digits], Before[3];
  int Number = 0, Signs = 0;
  while (Value) {
    Text[Number++] = Letters[Value % Base];
    Value /= Base;
  }
  if (Negative || F->Plus)
    Before[Signs++] = Negative ? '-' : '+';
  if (F->Other && Number) {
    Before[Signs++] = '0';
    if (Base == 16)
      Before[Signs++] = Letters[16];
  }
  int Least = F->Precision < 0 ? 1 : F->Precision;
  int Zeros = Least > Number ? Least - Number : 0;
  int Rest = F->Width - Signs - Zeros - Number;
  if (F->Zeros && !F->Left && F->Precision < 0 && Rest > 0) {
    Zeros += Rest;
    Rest = 0;
  }
  if (!F->Left)
    pad(S, ' ', Rest);
  for (int I = 0; I < Signs; ++I)
    put(S, Before[I]);
  pad(S, '0', Zeros);
  while (Number)
    put(S, Text[--Number]);
  if (F->Left)
    pad(S, ' ', Rest);
}
static const char *readForm(const char *From, struct Form *F) {
  *F = (struct Form){0, 0, 0, 0, 0, -1};
  for (;; ++From) {
    if (*From == '-')
      F->Left = 1;
    else if (*From == '0')
      F->Zeros = 1;
    else if (*From == '+')
      F->Plus = 1;
    else if (*From == '#')
      F->Other = 1;
    else
      break;
  }
  for (; *From >= '0' && *From <= '9'; ++From)
    F->Width = F->Width * 10 + *From - '0';
  if (*From == '.') {
    F->Precision = 0;
    for (++From; *From >= '0' && *From <= '9'; ++From)
      F->Precision = F->Precision * 10 + *From - '0';
  }
  return From;
}
static void format(struct Sink *S, const char *From, const union Argument *A) {
  static const char Small[] = "0123456789abcdefx", Big[] = "0123456789ABCDEFX";
  for (; *From; ++From) {
    if (*From != '%') {
      put(S, *From);
      continue;
    }
    struct Form F;
    From = readForm(From + 1, &F);
    int Long = *From == 'l';
    From += Long;
    unsigned long long Value;
    switch (*From) {
    case '%':
      put(S, '%');
      break;
    case 'c':
      put(S, (char)(A++)->Integer);
      break;
    case 's':
      putText(S, &F, (A++)->Text);
      break;
    case 'd': {
      long long Signed = (A++)->Integer;
      Value = Signed < 0 ? 0 - (unsigned long long)Signed
                         : (unsigned long long)Signed;
      putNumber(S, &F, Value, 10, Signed < 0, Small);
      break;
    }
    case 'u':
    case 'x':
    case 'X':
    case 'o':
      Value = (unsigned long long)(A++)->Integer;
      if (!Long)
        Value = (unsigned)Value;
      putNumber(S, &F, Value,
                *From == 'u'   ? 10
                : *From == 'o' ? 8
                               : 16,
                0, *From == 'X' ? Big : Small);
      break;
    }
  }
}
KERNEL void kernel(void) {
  struct Sink S = {Output, Output + Size};
  for (int L = 0; L < Lines; ++L)
    format(&S, Formats[Chosen[L]], Arguments[L]);
  Written = (unsigned)(S.To - Output);
}
double checksum(void) {
  double S = Written * 1e4;
  for (unsigned I = 0; I < Written; ++I)
    S += Output[I] * (1 + I % 13);
  return S;
}
