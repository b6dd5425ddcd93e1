//===- TokenRecorder.cpp - Tokens that Clang does not keep ----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TokenRecorder.h"
#include "clang/Basic/IdentifierTable.h"

using namespace rafter;
using clang::Token;
namespace tok = clang::tok;

static bool isWord(const Token &T, llvm::StringRef Word) {
  const clang::IdentifierInfo *Name =
      T.isAnnotation() || T.isLiteral() ? nullptr : T.getIdentifierInfo();
  return Name && Name->isStr(Word);
}

static bool opens(const Token &T) {
  return T.isOneOf(tok::l_paren, tok::l_square, tok::l_brace);
}

static bool closes(const Token &T) {
  return T.isOneOf(tok::r_paren, tok::r_square, tok::r_brace);
}

void TokenRecorder::see(const Token &T) {
  if (InAttribute)
    return seeInAttribute(T);
  bool IsBracket = T.is(tok::l_square);
  if (IsBracket && AfterBracket) {
    InAttribute = true;
    HasOurs = false;
    Depth = 0;
    List.clear();
  } else if (AwaitsLoop && !IsBracket) {
    seeBehindPragma(T);
  }
  AfterBracket = IsBracket && !InAttribute;
}

void TokenRecorder::seeInAttribute(const Token &T) {
  bool Ends = T.is(tok::eof) || (closes(T) && Depth == 0);
  if (!Ends) {
    HasOurs |= isWord(T, "rafter");
    Depth += opens(T) ? 1 : closes(T) ? -1 : 0;
    List.push_back(T);
    return;
  }
  InAttribute = false;
  if (HasOurs)
    keepAttributes();
}

/// Splits "rafter::a(...), other::b" and "using rafter: a(...), b".
void TokenRecorder::keepAttributes() {
  size_t I = 0, E = List.size();
  bool Using = E > 2 && List[0].is(tok::kw_using) && isWord(List[1], "rafter");
  if (E > 0 && isWord(List[0], "using"))
    I = 3;
  while (I < E) {
    bool Scoped = I + 1 < E && List[I + 1].is(tok::coloncolon);
    bool IsOurs = Scoped ? isWord(List[I], "rafter") : Using;
    I += Scoped ? 2 : 0;
    size_t Begin = I;
    unsigned Open = 0;
    for (; I < E && (Open || List[I].isNot(tok::comma)); ++I)
      Open += opens(List[I]) ? 1 : closes(List[I]) ? -1 : 0;
    if (IsOurs && Begin < I)
      Attributes[List[Begin].getLocation()] =
          TokenList(List.begin() + Begin, List.begin() + I);
    ++I;
  }
}

/// Other pragmas, attributes and the closing brackets of these may stand
/// between a pragma and its loop.
void TokenRecorder::seeBehindPragma(const Token &T) {
  if (T.is(tok::annot_pragma_openmp))
    InOpenMP = true;
  if (T.is(tok::annot_pragma_openmp_end))
    InOpenMP = false;
  if (InOpenMP || T.isAnnotation() || T.is(tok::r_square))
    return;
  AwaitsLoop = false;
  bool IsLoop = T.isOneOf(tok::kw_for, tok::kw_while, tok::kw_do);
  OnLoop(IsLoop ? T.getLocation() : clang::SourceLocation(), T);
}

const TokenList *TokenRecorder::attribute(clang::SourceLocation Name) const {
  auto It = Attributes.find(Name);
  return It == Attributes.end() ? nullptr : &It->second;
}
