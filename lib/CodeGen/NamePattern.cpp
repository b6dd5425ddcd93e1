//===- NamePattern.cpp - Which names a pattern can match ------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NamePattern.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace rafter;
using llvm::StringRef;

/// More texts are not written out: the beginnings before them have to do.
static constexpr size_t MostTexts = 256;
/// Groups within groups; deeper ones are not looked into.
static constexpr unsigned DeepestGroup = 8;

static bool isNameCharacter(char C) { return llvm::isAlnum(C) || C == '_'; }

/// The characters of Text up to the end of the group or of the set in brackets
/// that it begins with; 0: it does not end.
static size_t lengthOfUnit(StringRef Text) {
  unsigned Depth = 0;
  for (size_t I = 0; I != Text.size(); ++I) {
    switch (Text[I]) {
    case '\\':
      if (++I == Text.size())
        return 0;
      break;
    case '[': {
      // A bracket that comes first is a member.
      size_t End = Text.find(']', I + (Text.substr(I + 1, 1) == "^" ? 3 : 2));
      if (End == StringRef::npos)
        return 0;
      I = End;
      break;
    }
    case '(':
      ++Depth;
      break;
    case ')':
      if (Depth-- == 0)
        return 0;
      break;
    default:
      break;
    }
    if (Depth == 0)
      return I + 1;
  }
  return 0;
}

/// Cuts Pattern at each '|' outside of groups; false where it is not correct.
static bool splitAlternatives(StringRef Pattern,
                              llvm::SmallVectorImpl<StringRef> &Parts) {
  size_t Begin = 0, I = 0;
  while (I != Pattern.size()) {
    if (Pattern[I] == '|') {
      Parts.push_back(Pattern.slice(Begin, I));
      Begin = ++I;
      continue;
    }
    size_t Length = lengthOfUnit(Pattern.drop_front(I));
    if (Length == 0)
      return false;
    I += Length;
  }
  Parts.push_back(Pattern.drop_front(Begin));
  return true;
}

static NameBeginnings expand(StringRef Pattern, unsigned Depth);

/// The texts of one character, set in brackets or group; not whole where more
/// is meant than can be written out.
static NameBeginnings expandUnit(StringRef Unit, unsigned Depth) {
  if (Unit.front() == '(')
    return expand(Unit.drop_front().drop_back(), Depth + 1);
  bool IsSet = Unit.front() == '[';
  StringRef Members = IsSet ? Unit.drop_front().drop_back() : Unit;
  if (!llvm::all_of(Members, isNameCharacter))
    return {{""}, false};
  NameBeginnings Result{{}, true};
  for (char C : Members)
    Result.Texts.push_back(std::string(1, C));
  return Result;
}

/// Puts each text of Next behind each of Result; false: they became too many.
static bool append(NameBeginnings &Result, const NameBeginnings &Next) {
  if (Result.Texts.size() * Next.Texts.size() > MostTexts)
    return false;
  std::vector<std::string> Longer;
  for (const std::string &Text : Result.Texts)
    for (const std::string &Tail : Next.Texts)
      Longer.push_back(Text + Tail);
  Result.Texts = std::move(Longer);
  return true;
}

/// What one alternative means, up to the first part that is not plain.
static NameBeginnings expandSequence(StringRef Rest, unsigned Depth) {
  NameBeginnings Result{{""}, true};
  while (!Rest.empty() && Result.AreWhole) {
    size_t Length = lengthOfUnit(Rest);
    NameBeginnings Unit = expandUnit(Rest.take_front(Length), Depth);
    Rest = Rest.drop_front(Length);
    if (Rest.consume_front("?"))
      Unit.Texts.push_back("");
    // Repetitions, and repetitions of repetitions.
    bool IsPlain = Rest.empty() || !StringRef("?*+{").contains(Rest.front());
    Result.AreWhole = Unit.AreWhole && IsPlain;
    if (!IsPlain || !append(Result, Unit))
      return {std::move(Result.Texts), false};
  }
  return Result;
}

static NameBeginnings expand(StringRef Pattern, unsigned Depth) {
  llvm::SmallVector<StringRef> Alternatives;
  if (Depth > DeepestGroup || !splitAlternatives(Pattern, Alternatives))
    return {{""}, false};
  NameBeginnings Result{{}, true};
  for (StringRef A : Alternatives) {
    NameBeginnings One = expandSequence(A, Depth);
    Result.AreWhole &= One.AreWhole && !A.empty();
    llvm::append_range(Result.Texts, One.Texts);
  }
  if (Result.Texts.size() > MostTexts)
    return {{""}, false};
  return Result;
}

NameBeginnings rafter::beginningsOf(StringRef Pattern) {
  NameBeginnings Result = expand(Pattern, 0);
  llvm::sort(Result.Texts);
  Result.Texts.erase(llvm::unique(Result.Texts), Result.Texts.end());
  return Result;
}
