//===- LoopAttributes.cpp - [[rafter::...]] as Clang knows them -----------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopAttributes.h"
#include "SourceReader.h"
#include "clang/AST/Decl.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Sema/ParsedAttr.h"
#include "clang/Sema/Sema.h"

using namespace rafter;
using clang::AttributeCommonInfo;
using clang::ParsedAttrInfo;
using llvm::ArrayRef;
using Spelling = ParsedAttrInfo::Spelling;

static constexpr auto CXX = AttributeCommonInfo::AS_CXX11;
static constexpr auto C = AttributeCommonInfo::AS_C23;

static constexpr Spelling FullNames[] = {
    {CXX, "rafter::analyze"}, {C, "rafter::analyze"},  {CXX, "rafter::assume"},
    {C, "rafter::assume"},    {CXX, "rafter::budget"}, {C, "rafter::budget"}};

/// "assume" comes last: others have it, too.
static constexpr Spelling BareNames[] = {{CXX, "analyze"}, {C, "analyze"},
                                         {CXX, "budget"},  {C, "budget"},
                                         {CXX, "assume"},  {C, "assume"}};
static const ArrayRef<Spelling> NamesOfOurs = ArrayRef(BareNames).drop_back(2);

namespace {

/// Takes the attributes on their way through Sema; none gets into the AST.
struct LoopAttribute final : ParsedAttrInfo {
  LoopAttribute() {
    Spellings = FullNames;
    IsStmt = 1;
  }

  AttrHandling handleStmtAttribute(clang::Sema &S, clang::Stmt *St,
                                   const clang::ParsedAttr &Attribute,
                                   clang::Attr *&) const override {
    if (SourceReader *Reader = SourceReader::current())
      Reader->readAttribute(Attribute, St, S.CurContext->isDependentContext());
    return AttributeNotApplied;
  }
  AttrHandling
  handleDeclAttribute(clang::Sema &, clang::Decl *,
                      const clang::ParsedAttr &Attribute) const override {
    if (SourceReader *Reader = SourceReader::current())
      Reader->readAttribute(Attribute, nullptr, false);
    return AttributeNotApplied;
  }
};

/// Is found by the bare names while there is something to answer.
struct AttributeAnswer final : ParsedAttrInfo {
  AttributeAnswer() {
    Spellings = NamesOfOurs;
    Only = this;
  }
  static AttributeAnswer *Only;
};
AttributeAnswer *AttributeAnswer::Only = nullptr;

/// Notices the questions, and when they are answered.
class QuestionCallbacks final : public clang::PPCallbacks {
public:
  explicit QuestionCallbacks(clang::Preprocessor &P) : P(P) {}

  void MacroExpands(const clang::Token &Name, const clang::MacroDefinition &,
                    clang::SourceRange, const clang::MacroArgs *) override {
    const clang::IdentifierInfo *II = Name.getIdentifierInfo();
    if (AttributeAnswer::Only && II &&
        (II->isStr("__has_cpp_attribute") || II->isStr("__has_c_attribute")))
      AttributeAnswer::Only->Spellings = answerTo(Name.getLocation());
  }
  void If(clang::SourceLocation, clang::SourceRange,
          ConditionValueKind) override {
    endAnswer();
  }
  void Elif(clang::SourceLocation, clang::SourceRange, ConditionValueKind,
            clang::SourceLocation) override {
    endAnswer();
  }

private:
  /// Ours, if "(rafter::" is written behind Question, or behind a macro that it
  /// comes from.
  ArrayRef<Spelling> answerTo(clang::SourceLocation Question) const {
    const clang::SourceManager &Sources = P.getSourceManager();
    while (!isAboutUs(Sources.getSpellingLoc(Question))) {
      if (!Question.isMacroID())
        return {};
      Question = Sources.getImmediateMacroCallerLoc(Question);
    }
    return BareNames;
  }
  bool isAboutUs(clang::SourceLocation Question) const {
    auto Next = [&](clang::SourceLocation Where) {
      return clang::Lexer::findNextToken(Where, P.getSourceManager(),
                                         P.getLangOpts());
    };
    auto Paren = Next(Question);
    if (!Paren || Paren->isNot(clang::tok::l_paren))
      return false;
    auto Scope = Next(Paren->getLocation());
    return Scope && Scope->is(clang::tok::raw_identifier) &&
           Scope->getRawIdentifier() == "rafter";
  }

  clang::Preprocessor &P;
};

} // namespace

void rafter::endAnswer() {
  if (AttributeAnswer::Only)
    AttributeAnswer::Only->Spellings = {};
}

void rafter::answerForAttributes(clang::Preprocessor &P) {
  clang::getAttributePluginInstances();
  endAnswer();
  P.addPPCallbacks(std::make_unique<QuestionCallbacks>(P));
}

void rafter::registerLoopAttributes() {
  using Registry = clang::ParsedAttrInfoRegistry;
  static Registry::Add<LoopAttribute> Handler("rafter", "");
  static Registry::Add<AttributeAnswer> Answer("rafter-names", "");
}
