//===- SourceDirectives.cpp - Pragmas and attributes in Clang -------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How the reader gets into a compilation: an action behind the main one makes
// it before the first token is read, and ends it when the main action has
// generated its code.
//
//===----------------------------------------------------------------------===//

#include "rafter/Frontend/SourceDirectives.h"
#include "LoopAttributes.h"
#include "SourceReader.h"
#include "rafter/Remarks/EmitRemarks.h"
#include "rafter/Remarks/RemarkSession.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendPluginRegistry.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/raw_ostream.h"
#include <dlfcn.h>

using namespace rafter;

/// What registration was given; the registries of Clang make objects out of
/// nothing.
static SourceSettings &settings() {
  static SourceSettings Settings;
  return Settings;
}

namespace {

/// #pragma rafter
class LoopPragma final : public clang::PragmaHandler {
public:
  LoopPragma() : PragmaHandler("rafter") {}

  void HandlePragma(clang::Preprocessor &P, clang::PragmaIntroducer,
                    clang::Token &Name) override {
    clang::SourceLocation Where = Name.getLocation();
    TokenList Tokens;
    clang::Token T;
    for (P.Lex(T); T.isNot(clang::tok::eod); P.Lex(T))
      Tokens.push_back(T);
    if (SourceReader *Reader = SourceReader::current())
      Reader->readPragma(Where, std::move(Tokens), T.getLocation());
  }
};

class DirectiveConsumer final : public clang::ASTConsumer {
public:
  DirectiveConsumer(clang::CompilerInstance &Clang, WarningGroups Groups)
      : Reader(Clang, Groups, settings()) {
    clang::Preprocessor &P = Clang.getPreprocessor();
    P.AddPragmaHandler(new LoopPragma);
    answerForAttributes(P);
  }

  void HandleTranslationUnit(clang::ASTContext &) override { Reader.finish(); }

private:
  SourceReader Reader;
};

/// Of several -Rpass-analysis= the last one counts: that of other passes, in a
/// build that has ours, would silence ours.
void keepRemarks(clang::CodeGenOptions &Options) {
  clang::CodeGenOptions::OptRemark &Analysis =
      Options.OptimizationRemarkAnalysis;
  if (!Analysis.hasValidPattern() || Analysis.patternMatches(RemarkPassName))
    return;
  Analysis.Pattern = "(" + Analysis.Pattern + ")|^" + RemarkPassName + "$";
  Analysis.Regex = std::make_shared<llvm::Regex>(Analysis.Pattern);
}

class DirectiveAction final : public clang::PluginASTAction {
protected:
  std::unique_ptr<clang::ASTConsumer>
  CreateASTConsumer(clang::CompilerInstance &Clang, llvm::StringRef) override {
    for (const std::string &Option : Clang.getDiagnosticOpts().Warnings)
      Groups.apply(Option);
    for (const std::string &Option : Arguments)
      Groups.apply(Option);
    keepRemarks(Clang.getCodeGenOpts());
    const clang::CodeGenOptions &Code = Clang.getCodeGenOpts();
    setRemarkProfile(Code.ProfileInstrumentUsePath.empty()
                         ? Code.SampleProfileFile
                         : Code.ProfileInstrumentUsePath);
    return std::make_unique<DirectiveConsumer>(Clang, Groups);
  }

  /// -fplugin-arg-rafter-W...: what -W... would say, without Clang's warning
  /// that it knows no such group.
  bool ParseArgs(const clang::CompilerInstance &Clang,
                 const std::vector<std::string> &Given) override {
    for (llvm::StringRef Argument : Given) {
      if (Argument.starts_with("W") &&
          WarningGroups().apply(Argument.drop_front())) {
        Arguments.push_back(Argument.drop_front().str());
        continue;
      }
      clang::DiagnosticsEngine &Engine = Clang.getDiagnostics();
      Engine.Report(Engine.getCustomDiagID(
          clang::DiagnosticsEngine::Error,
          "unknown argument '%0' of the plugin 'rafter'"))
          << Argument;
      return false;
    }
    return true;
  }

  ActionType getActionType() override { return AddAfterMainAction; }

private:
  std::vector<std::string> Arguments;
  WarningGroups Groups;
};

} // namespace

/// Whether Clang is in this process, by the head of its list of plugins'
/// actions; see CMakeLists.txt.
static bool isInClang() {
  return dlsym(RTLD_DEFAULT,
               "_ZN4llvm8RegistryIN5clang15PluginASTActionEE4HeadE");
}

/// Whether the Clang in this process is the one that the plugin was built for.
/// Objects of another are laid out otherwise, and Clang does not ask for the
/// version of what -fplugin= names, as LLVM does for -fpass-plugin=.
static bool isOwnClang() {
  using FullVersion = std::string();
  auto *Version = reinterpret_cast<FullVersion *>(
      dlsym(RTLD_DEFAULT, "_ZN5clang19getClangFullVersionB5cxx11Ev"));
  std::string Name = Version ? Version() : "";
  if (Name.empty() ||
      llvm::StringRef(Name).contains("clang version " +
                                     std::to_string(LLVM_VERSION_MAJOR) + "."))
    return true;
  llvm::errs() << "rafter: the plugin does nothing: it was built for Clang "
               << LLVM_VERSION_MAJOR << ", and this is '" << Name << "'\n";
  return false;
}

bool rafter::isReadingDirectives() { return SourceReader::current(); }

bool rafter::claimPasses() {
  SourceReader *Reader = SourceReader::current();
  return !Reader || Reader->claimPasses();
}

bool rafter::registerSourceDirectives(SourceSettings Settings) {
  if (!isInClang() || !isOwnClang())
    return true;
  settings() = std::move(Settings);
  static clang::FrontendPluginRegistry::Add<DirectiveAction> Action(
      "rafter", "reads directives about loops and checks their budgets");
  registerLoopAttributes();
  return true;
}
