//===- stemmer.c - Words without their endings, by Porter's rules ---------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

enum { N = 28, Most = 24, MostSuffix = 8 };
struct Rule {
  char Suffix[MostSuffix], Becomes[MostSuffix];
};
static const struct Rule Longer[] = {
    {"ational", "ate"}, {"tional", "tion"}, {"enci", "ence"},
    {"anci", "ance"},   {"izer", "ize"},    {"bli", "ble"},
    {"alli", "al"},     {"entli", "ent"},   {"eli", "e"},
    {"ousli", "ous"},   {"ization", "ize"}, {"ation", "ate"},
    {"ator", "ate"},    {"alism", "al"},    {"iveness", "ive"},
    {"fulness", "ful"}, {"ousness", "ous"}, {"aliti", "al"},
    {"iviti", "ive"},   {"biliti", "ble"}};
static const struct Rule Shorter[] = {
    {"icate", "ic"}, {"ative", ""}, {"alize", "al"}, {"iciti", "ic"},
    {"ical", "ic"},  {"ful", ""},   {"ness", ""}};
static const struct Rule Last[] = {
    {"al", ""},   {"ance", ""},  {"ence", ""},  {"er", ""},    {"ic", ""},
    {"able", ""}, {"ible", ""},  {"ant", ""},   {"ement", ""}, {"ment", ""},
    {"ent", ""},  {"sion", "s"}, {"tion", "t"}, {"ou", ""},    {"ism", ""},
    {"ate", ""},  {"iti", ""},   {"ous", ""},   {"ive", ""},   {"ize", ""}};
static char Words[N][Most], Stems[N][Most];
static int Lengths[N], Short[N];
void setup(void) {}
static int putText(char *To, int At, const char *Text) {
  while (*Text)
    To[At++] = *Text++;
  return At;
}
void prepare(unsigned Call) {
  static const char *const Begin[] = {
      "connect", "relat",  "hop",   "happ",  "electr", "form",   "gener",
      "oper",    "troubl", "fall",  "cares", "sens",   "depend", "adjust",
      "commun",  "sky",    "agree", "revis", "plast",  "vietnam"};
  static const char *const End[] = {
      "s",     "ed",      "ing",   "ational", "fulness", "y",     "ies",
      "icity", "ization", "ement", "ence",    "ly",      "ously", "er",
      "ive",   "iveness", "able",  "icate",   "",        "ion",   "sses"};
  unsigned long long State = Call + 1;
  for (int I = 0; I < N; ++I) {
    unsigned long long R = nextRandom(&State);
    int At = putText(Words[I], 0, Begin[R % 20]);
    if ((R >> 60) == 0)
      Words[I][At++] = 'p';
    At = putText(Words[I], At, End[(R >> 32) % 21]);
    Lengths[I] = At;
  }
}
static int isConsonant(const char *W, int I) {
  switch (W[I]) {
  case 'a':
  case 'e':
  case 'i':
  case 'o':
  case 'u':
    return 0;
  case 'y':
    return I == 0 || !isConsonant(W, I - 1);
  default:
    return 1;
  }
}
/// How often consonants come after vowels.
static int measure(const char *W, int Length) {
  int I = 0, Count = 0;
  while (I < Length && isConsonant(W, I))
    ++I;
  while (I < Length) {
    while (I < Length && !isConsonant(W, I))
      ++I;
    if (I == Length)
      break;
    ++Count;
    while (I < Length && isConsonant(W, I))
      ++I;
  }
  return Count;
}
static int hasVowel(const char *W, int Length) {
  for (int I = 0; I < Length; ++I)
    if (!isConsonant(W, I))
      return 1;
  return 0;
}
static int endsDouble(const char *W, int Length) {
  return Length > 1 && W[Length - 1] == W[Length - 2] &&
         isConsonant(W, Length - 1);
}
static int endsShort(const char *W, int Length) {
  if (Length < 3 || !isConsonant(W, Length - 1) || isConsonant(W, Length - 2) ||
      !isConsonant(W, Length - 3))
    return 0;
  char C = W[Length - 1];
  return C != 'w' && C != 'x' && C != 'y';
}
HELPER int lengthOf(const char *Text) {
  int Length = 0;
  while (Text[Length])
    ++Length;
  return Length;
}
/// The length without the suffix, or none.
static int without(const char *W, int Length, const char *Suffix) {
  int Rest = Length - lengthOf(Suffix);
  if (Rest < 0)
    return -1;
  for (int I = 0; Suffix[I]; ++I)
    if (W[Rest + I] != Suffix[I])
      return -1;
  return Rest;
}
static int replace(char *W, int Length, const struct Rule *Rules, int Number,
                   int Least) {
  for (int I = 0; I < Number; ++I) {
    int Rest = without(W, Length, Rules[I].Suffix);
    if (Rest < 0)
      continue;
    if (measure(W, Rest) < Least)
      return Length;
    for (const char *New = Rules[I].Becomes; *New; ++New)
      W[Rest++] = *New;
    return Rest;
  }
  return Length;
}
static int plurals(const char *W, int Length) {
  if (W[Length - 1] != 's')
    return Length;
  if (without(W, Length, "sses") >= 0 || without(W, Length, "ies") >= 0)
    return Length - 2;
  return W[Length - 2] == 's' ? Length : Length - 1;
}
static int past(char *W, int Length) {
  int Rest = without(W, Length, "eed");
  if (Rest >= 0)
    return measure(W, Rest) > 0 ? Length - 1 : Length;
  Rest = without(W, Length, "ed");
  if (Rest < 0)
    Rest = without(W, Length, "ing");
  if (Rest < 0 || !hasVowel(W, Rest))
    return Length;
  Length = Rest;
  if (without(W, Length, "at") >= 0 || without(W, Length, "bl") >= 0 ||
      without(W, Length, "iz") >= 0) {
    W[Length++] = 'e';
  } else if (endsDouble(W, Length)) {
    char C = W[Length - 1];
    if (C != 'l' && C != 's' && C != 'z')
      --Length;
  } else if (measure(W, Length) == 1 && endsShort(W, Length)) {
    W[Length++] = 'e';
  }
  return Length;
}
static int tidy(const char *W, int Length) {
  if (W[Length - 1] == 'e') {
    int Measure = measure(W, Length - 1);
    if (Measure > 1 || (Measure == 1 && !endsShort(W, Length - 1)))
      --Length;
  }
  if (W[Length - 1] == 'l' && endsDouble(W, Length) && measure(W, Length) > 1)
    --Length;
  return Length;
}
#define RULES(Table) Table, (int)(sizeof(Table) / sizeof(Table[0]))
static int stem(char *W, int Length) {
  if (Length <= 2)
    return Length;
  Length = plurals(W, Length);
  Length = past(W, Length);
  if (W[Length - 1] == 'y' && hasVowel(W, Length - 1))
    W[Length - 1] = 'i';
  Length = replace(W, Length, RULES(Longer), 1);
  Length = replace(W, Length, RULES(Shorter), 1);
  Length = replace(W, Length, RULES(Last), 2);
  return tidy(W, Length);
}
KERNEL void kernel(void) {
  for (int I = 0; I < N; ++I) {
    for (int J = 0; J < Lengths[I]; ++J)
      Stems[I][J] = Words[I][J];
    Short[I] = stem(Stems[I], Lengths[I]);
  }
}
double checksum(void) {
  double S = 0;
  for (int I = 0; I < N; ++I)
    for (int J = 0; J < Short[I]; ++J)
      S += (I + 1) * (J + 3) * Stems[I][J];
  return S;
}
