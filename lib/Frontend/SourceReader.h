//===- SourceReader.h - The directives of one translation unit --*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lives as long as the compilation of a translation unit: takes what the
// preprocessor and the parser find, fills the table of directives and, when
// code was generated, checks the budgets.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_FRONTEND_SOURCEREADER_H
#define RAFTER_LIB_FRONTEND_SOURCEREADER_H

#include "SourceDiagnostics.h"
#include "TokenRecorder.h"
#include "rafter/Frontend/SourceDirectives.h"
#include "rafter/Remarks/BudgetFileCheck.h"
#include "rafter/Remarks/DirectiveParser.h"
#include "rafter/Remarks/RemarkSession.h"

namespace clang {
class CompilerInstance;
class ParsedAttr;
class Preprocessor;
class Stmt;
} // namespace clang

namespace rafter {

class SourceReader {
public:
  SourceReader(clang::CompilerInstance &Clang, WarningGroups Groups,
               const SourceSettings &Settings);
  ~SourceReader();
  SourceReader(const SourceReader &) = delete;
  SourceReader &operator=(const SourceReader &) = delete;

  /// That of the translation unit that is being compiled, or null.
  static SourceReader *current();

  /// True for the first caller.
  bool claimPasses() { return !std::exchange(HasPasses, true); }
  /// "#pragma rafter TOKENS"; the loop comes later.
  void readPragma(clang::SourceLocation Where, TokenList Tokens,
                  clang::SourceLocation End);
  /// An attribute on S, or on no statement if that is null. Dependent: it is in
  /// a template.
  void readAttribute(const clang::ParsedAttr &Attribute, const clang::Stmt *S,
                     bool Dependent);
  /// The end of the translation unit: all code was generated that will be.
  void finish();

private:
  struct Pragma {
    clang::SourceLocation Where, End;
    TokenList Tokens;
  };
  /// A budget and where it is written.
  struct PlacedBudget {
    Budget What;
    SourcePlace Loop;
    clang::SourceLocation Where, LoopWhere;
    bool Dependent;
  };

  void loopBehindPragmas(clang::SourceLocation Loop, const clang::Token &Next);
  void reportMistakes(const ParsedDirectives &Parsed, const TokenList &Tokens,
                      clang::SourceLocation End);
  void keep(ParsedDirectives Parsed, const TokenList &Tokens,
            clang::SourceLocation Loop, bool Dependent);
  std::vector<DirectiveToken> plain(const TokenList &Tokens) const;
  SourcePlace placeOf(clang::SourceLocation Where) const;
  /// The place in a file that was read; invalid: there is none.
  clang::SourceLocation find(const SourcePlace &Place) const;
  bool isInMainFile(clang::SourceLocation Where) const;
  RemarkDemand &demand();
  void readBudgetFile();
  /// Why no budget can be checked; empty: they can.
  std::string whyUnchecked() const;
  void check(const PlacedBudget &B);
  void checkBudgetFile();

  clang::CompilerInstance &Clang;
  SourceDiagnostics Diagnostics;
  TokenRecorder Recorder;
  std::vector<Pragma> Pending;
  std::vector<PlacedBudget> Budgets;
  const SourceSettings &Settings;
  std::vector<BudgetPattern> Patterns;
  bool HasPasses = false;
  /// What is demanded of the code, and what is found; null and none before.
  std::shared_ptr<RemarkDemand> Demand;
  std::shared_ptr<DirectiveTable> Table = std::make_shared<DirectiveTable>();
  std::optional<LoopFindings> Code;
  /// Where the first directive is.
  clang::SourceLocation First;
};

} // namespace rafter

#endif // RAFTER_LIB_FRONTEND_SOURCEREADER_H
