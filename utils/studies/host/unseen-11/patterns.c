//===- patterns.c - Patterns found in a text, with steps back -------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 110, Patterns = 6 };
static const char *const Wanted[Patterns] = {
    "%a+=%d+;",   "[%l_]*%s-%(",     "%d+%.?%d*%s",
    "%u%l-ing%s", "<.->[^<]*</%a->", "%s[aeiou]%w*[^%w%s]"};
static char Text[N + 1];
static unsigned Found[Patterns], Lengths[Patterns];
void setup(void) {}
void prepare(unsigned Call) {
  static const char *const Pieces[] = {
      "size=12; ",   "and ",      "Nothing ",   "call (",   "3.14 ", "7 ",
      "<b>bold</b>", "value=x; ", "The ",       "Singing ", "is ",   "42, ",
      "open!",       " _tmp(1)",  "<i>a < b</", "go "};
  unsigned long long State = Call + 1;
  for (int I = 0; I < N;) {
    const char *Piece = Pieces[nextRandom(&State) >> 60];
    while (*Piece && I < N)
      Text[I++] = *Piece++;
  }
  Text[N] = 0;
}
HELPER int isLower(char C) { return C >= 'a' && C <= 'z'; }
HELPER int isUpper(char C) { return C >= 'A' && C <= 'Z'; }
HELPER int isDigit(char C) { return C >= '0' && C <= '9'; }
static int isOfClass(char C, char Class) {
  switch (Class) {
  case 'a':
    return isLower(C) || isUpper(C);
  case 'd':
    return isDigit(C);
  case 'l':
    return isLower(C);
  case 'u':
    return isUpper(C);
  case 's':
    return C == ' ' || (C >= '\t' && C <= '\r');
  case 'w':
    return isLower(C) || isUpper(C) || isDigit(C);
  default:
    return C == Class;
  }
}
/// Where the part of a pattern for one character ends.
HELPER const char *itemEnd(const char *P) {
  if (*P == '%')
    return P + 2;
  if (*P != '[')
    return P + 1;
  ++P;
  if (*P == '^')
    ++P;
  for (; *P != ']'; ++P)
    if (*P == '%')
      ++P;
  return P + 1;
}
static int isInSet(char C, const char *P, const char *Last) {
  int Result = 1;
  if (*++P == '^') {
    Result = 0;
    ++P;
  }
  for (; P < Last; ++P) {
    if (*P == '%') {
      if (isOfClass(C, *++P))
        return Result;
    } else if (P[1] == '-' && P + 2 < Last) {
      if (P[0] <= C && C <= P[2])
        return Result;
      P += 2;
    } else if (*P == C)
      return Result;
  }
  return !Result;
}
static int fits(const char *S, const char *P, const char *End) {
  if (*S == 0)
    return 0;
  switch (*P) {
  case '.':
    return 1;
  case '%':
    return isOfClass(*S, P[1]);
  case '[':
    return isInSet(*S, P, End - 1);
  default:
    return *S == *P;
  }
}
/// Where the match ends, or nowhere.
static const char *match(const char *S, const char *P) {
  while (*P) {
    const char *End = itemEnd(P);
    switch (*End) {
    case '?':
      if (fits(S, P, End)) {
        const char *Result = match(S + 1, End + 1);
        if (Result)
          return Result;
      }
      P = End + 1;
      continue;
    case '*':
    case '+': {
      const char *Most = S, *Least = *End == '+' ? S + 1 : S;
      while (fits(Most, P, End))
        ++Most;
      for (; Most >= Least; --Most) {
        const char *Result = match(Most, End + 1);
        if (Result)
          return Result;
      }
      return NULL;
    }
    case '-':
      for (;; ++S) {
        const char *Result = match(S, End + 1);
        if (Result)
          return Result;
        if (!fits(S, P, End))
          return NULL;
      }
    default:
      if (!fits(S, P, End))
        return NULL;
      ++S;
      P = End;
    }
  }
  return S;
}
KERNEL void kernel(void) {
  for (int I = 0; I < Patterns; ++I) {
    unsigned Count = 0, Length = 0;
    for (const char *S = Text; *S;) {
      const char *End = match(S, Wanted[I]);
      if (!End) {
        ++S;
        continue;
      }
      ++Count;
      Length += (unsigned)(End - S);
      S = End;
    }
    Found[I] = Count;
    Lengths[I] = Length;
  }
}
double checksum(void) {
  double S = 0;
  for (int I = 0; I < Patterns; ++I)
    S += (I + 1) * (Found[I] + 1e-3 * Lengths[I]);
  return S;
}
