//===- SourceReader.cpp - The directives of one translation unit ----------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SourceReader.h"
#include "clang/AST/Stmt.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Sema/ParsedAttr.h"

using namespace rafter;
using clang::SourceLocation;
using clang::Token;
using llvm::StringRef;

static SourceReader *Current = nullptr;

SourceReader *SourceReader::current() { return Current; }

SourceReader::SourceReader(clang::CompilerInstance &Clang, WarningGroups Groups,
                           const SourceSettings &Settings)
    : Clang(Clang), Diagnostics(Clang.getDiagnostics(), Groups),
      Recorder([this](SourceLocation Loop, const Token &Next) {
        loopBehindPragmas(Loop, Next);
      }),
      Settings(Settings) {
  Current = this;
  // Clang may have left the reader of another file undestroyed.
  if (!Settings.Take)
    setRemarkDemand(nullptr);
  Clang.getPreprocessor().setTokenWatcher(
      [this](const Token &T) { Recorder.see(T); });
  if (Settings.AddPasses)
    Clang.getCodeGenOpts().PassBuilderCallbacks.push_back(Settings.AddPasses);
  readBudgetFile();
}

SourceReader::~SourceReader() {
  if (Current != this)
    return;
  Current = nullptr;
  if (Demand && !Settings.Take)
    setRemarkDemand(nullptr);
}

/// What is demanded, from now on. Code generation sees all that is added until
/// the source has been read.
RemarkDemand &SourceReader::demand() {
  if (!Demand) {
    Demand = std::make_shared<RemarkDemand>();
    Demand->Directives = Table;
    Demand->Sink = [this](const llvm::Module &, const LoopFindings &Found) {
      Code = Found;
    };
    if (!Settings.Take)
      setRemarkDemand(Demand);
  }
  return *Demand;
}

static void addCPU(const Budget &B, RemarkDemand &Demand) {
  if (!B.CPU.empty() && !llvm::is_contained(Demand.CPUs, B.CPU))
    Demand.CPUs.push_back(B.CPU);
}

void SourceReader::readBudgetFile() {
  if (!Settings.Budgets)
    return;
  auto Given = Settings.Budgets();
  if (!Given) {
    clang::DiagnosticsEngine &Engine = Clang.getDiagnostics();
    Engine.Report(Engine.getCustomDiagID(clang::DiagnosticsEngine::Error, "%0"))
        << llvm::toString(Given.takeError());
    return;
  }
  Patterns = std::move(*Given);
  if (Patterns.empty())
    return;
  demand().AllLoops = true;
  for (const BudgetPattern &Pattern : Patterns)
    addCPU(Pattern.Limit, demand());
}

/// What is between the quotes of a string literal as it is written.
static StringRef unquote(StringRef Literal) {
  return Literal.drop_until([](char C) { return C == '"'; })
      .drop_front()
      .take_until([](char C) { return C == '"'; });
}

std::vector<DirectiveToken> SourceReader::plain(const TokenList &Tokens) const {
  using Kind = DirectiveToken::Kind;
  std::vector<DirectiveToken> Result;
  for (const Token &T : Tokens) {
    std::string Text = Clang.getPreprocessor().getSpelling(T);
    if (clang::tok::isStringLiteral(T.getKind()))
      Result.push_back({Kind::String, unquote(Text).str()});
    else if (T.is(clang::tok::numeric_constant))
      Result.push_back({Kind::Number, Text});
    else if (!T.isAnnotation() && !T.isLiteral() && T.getIdentifierInfo())
      Result.push_back({Kind::Word, Text});
    else
      Result.push_back({Kind::Sign, Text});
  }
  return Result;
}

/// As debug information places it: an argument of a macro where it is written,
/// what the macro adds where the macro is used.
SourcePlace SourceReader::placeOf(SourceLocation Where) const {
  const clang::SourceManager &Sources = Clang.getSourceManager();
  clang::PresumedLoc P = Sources.getPresumedLoc(Sources.getFileLoc(Where));
  if (P.isInvalid())
    return {};
  return {P.getFilename(), P.getLine(), P.getColumn()};
}

SourceLocation SourceReader::find(const SourcePlace &Place) const {
  auto File = Clang.getFileManager().getOptionalFileRef(Place.File);
  if (!File || Place.Line == 0)
    return SourceLocation();
  return Clang.getSourceManager().translateFileLineCol(
      *File, Place.Line, std::max(1u, Place.Column));
}

bool SourceReader::isInMainFile(SourceLocation Where) const {
  const clang::SourceManager &Sources = Clang.getSourceManager();
  return Sources.isInMainFile(Sources.getFileLoc(Where));
}

void SourceReader::reportMistakes(const ParsedDirectives &Parsed,
                                  const TokenList &Tokens, SourceLocation End) {
  for (const DirectiveMistake &M : Parsed.Mistakes)
    Diagnostics.warn(WarningGroup::Directive,
                     M.Token < Tokens.size() ? Tokens[M.Token].getLocation()
                                             : End,
                     M.Message);
}

void SourceReader::keep(ParsedDirectives Parsed, const TokenList &Tokens,
                        SourceLocation Loop, bool Dependent) {
  LoopDirectives &D = Parsed.Directives;
  D.Loop = placeOf(Loop);
  for (size_t I = 0; I != D.Budgets.size(); ++I) {
    SourceLocation Where = Tokens[Parsed.BudgetTokens[I]].getLocation();
    D.Budgets[I].Where = placeOf(Where);
    addCPU(D.Budgets[I], demand());
    Budgets.push_back({D.Budgets[I], D.Loop, Where, Loop, Dependent});
  }
  demand();
  Table->add(std::move(D));
}

void SourceReader::readPragma(SourceLocation Where, TokenList Tokens,
                              SourceLocation End) {
  if (First.isInvalid())
    First = Where;
  Pending.push_back({Where, End, std::move(Tokens)});
  Recorder.awaitLoop();
}

void SourceReader::loopBehindPragmas(SourceLocation Loop, const Token &Next) {
  for (const Pragma &P : std::exchange(Pending, {})) {
    ParsedDirectives Parsed = parsePragma(plain(P.Tokens), findCPU);
    reportMistakes(Parsed, P.Tokens, P.End);
    if (Loop.isValid()) {
      keep(std::move(Parsed), P.Tokens, Loop, /*Dependent=*/false);
      continue;
    }
    if (Diagnostics.warn(WarningGroup::Directive, P.Where,
                         "'#pragma rafter' stands before no loop") &&
        Next.getLocation().isValid())
      Diagnostics.note(Next.getLocation(),
                       "expected 'for', 'while' or 'do' here");
  }
}

static bool isLoop(const clang::Stmt *S) {
  return S && llvm::isa<clang::ForStmt, clang::WhileStmt, clang::DoStmt,
                        clang::CXXForRangeStmt>(S);
}

void SourceReader::readAttribute(const clang::ParsedAttr &Attribute,
                                 const clang::Stmt *S, bool Dependent) {
  if (First.isInvalid())
    First = Attribute.getLoc();
  const TokenList *Tokens = Recorder.attribute(Attribute.getRange().getEnd());
  if (!Tokens) {
    Diagnostics.warn(WarningGroup::Directive, Attribute.getLoc(),
                     "the arguments of '" + Attribute.getNormalizedFullName() +
                         "' were not seen; it is ignored");
    return;
  }
  const clang::SourceManager &Sources = Clang.getSourceManager();
  SourceLocation End = clang::Lexer::getLocForEndOfToken(
      Sources.getFileLoc(Tokens->back().getLocation()), 0, Sources,
      Clang.getLangOpts());
  ParsedDirectives Parsed = parseAttribute(plain(*Tokens), findCPU);
  reportMistakes(Parsed, *Tokens, End);
  if (isLoop(S)) {
    keep(std::move(Parsed), *Tokens, S->getBeginLoc(), Dependent);
    return;
  }
  if (Diagnostics.warn(WarningGroup::Directive, Attribute.getLoc(),
                       "'" + Attribute.getNormalizedFullName() +
                           "' only applies to loops") &&
      S)
    Diagnostics.note(S->getBeginLoc(), "this statement is no loop");
}
