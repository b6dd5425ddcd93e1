//===- TokenRecorder.h - Tokens that Clang does not keep --------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clang skips the arguments of an attribute whose syntax it does not know, and
// a pragma leaves no trace before the statement behind it. This looks at every
// token on its way to the parser, once and in order, and keeps the arguments of
// [[rafter::...]] by the place of the attribute's name, and the place of the
// loop behind a pragma.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_FRONTEND_TOKENRECORDER_H
#define RAFTER_LIB_FRONTEND_TOKENRECORDER_H

#include "clang/Lex/Token.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include <functional>

namespace rafter {

using TokenList = llvm::SmallVector<clang::Token, 8>;

class TokenRecorder {
public:
  /// What comes behind pragmas: the loop, or an invalid place and whatever it
  /// is instead.
  using LoopHandler =
      std::function<void(clang::SourceLocation Loop, const clang::Token &Next)>;

  explicit TokenRecorder(LoopHandler OnLoop) : OnLoop(std::move(OnLoop)) {}

  void see(const clang::Token &T);
  /// The next statement is wanted.
  void awaitLoop() { AwaitsLoop = true; }
  /// The name of the attribute at Name and what is behind it: nothing, or
  /// arguments in their parentheses. Null: it was not seen.
  const TokenList *attribute(clang::SourceLocation Name) const;

private:
  void seeInAttribute(const clang::Token &T);
  void seeBehindPragma(const clang::Token &T);
  void keepAttributes();

  LoopHandler OnLoop;
  bool AwaitsLoop = false;
  bool InOpenMP = false;
  /// The token before was a bracket that may open an attribute list.
  bool AfterBracket = false;
  bool InAttribute = false;
  /// The list is of Rafter's attributes, too.
  bool HasOurs = false;
  /// Brackets that are open in the list.
  unsigned Depth = 0;
  TokenList List;
  llvm::DenseMap<clang::SourceLocation, TokenList> Attributes;
};

} // namespace rafter

#endif // RAFTER_LIB_FRONTEND_TOKENRECORDER_H
