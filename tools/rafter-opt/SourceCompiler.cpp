//===- SourceCompiler.cpp - C and C++ in process --------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clang's driver makes the arguments of the frontend, which then runs in this
// process up to the end of the optimizer.
//
//===----------------------------------------------------------------------===//

#include "SourceCompiler.h"
#include "rafter/CodeGen/SourceLoops.h"
#include "rafter/Passes/RegionFunction.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/DiagnosticIDs.h"
#include "clang/Basic/DiagnosticOptions.h"
#include "clang/Basic/SourceManager.h"
#include "clang/CodeGen/CodeGenAction.h"
#include "clang/Driver/Compilation.h"
#include "clang/Driver/Driver.h"
#include "clang/Driver/Job.h"
#include "clang/Driver/Tool.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "llvm/TargetParser/Host.h"

using namespace rafter;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

namespace {

/// Prints like Clang, but without its own warnings about the source if nobody
/// asked for some: an answer is no place for them. Keeps the first error.
class AnswerDiagnostics final : public clang::TextDiagnosticPrinter {
public:
  AnswerDiagnostics(llvm::raw_ostream &OS, clang::DiagnosticOptions &Options,
                    bool WithWarnings)
      : TextDiagnosticPrinter(OS, Options), WithWarnings(WithWarnings) {}

  void HandleDiagnostic(clang::DiagnosticsEngine::Level Level,
                        const clang::Diagnostic &Info) override {
    using Engine = clang::DiagnosticsEngine;
    // A note belongs to what it follows.
    if (Level != Engine::Note)
      LeftOut = Level == Engine::Warning && !WithWarnings &&
                Info.getID() < clang::diag::DIAG_UPPER_LIMIT &&
                Info.getLocation().isValid();
    if (LeftOut) {
      Warnings += Level == Engine::Warning;
      return;
    }
    TextDiagnosticPrinter::HandleDiagnostic(Level, Info);
    if (Level < clang::DiagnosticsEngine::Error || !FirstError.empty())
      return;
    llvm::SmallString<128> Message;
    Info.FormatDiagnostic(Message);
    if (Info.hasSourceManager() && Info.getLocation().isValid()) {
      clang::PresumedLoc Where =
          Info.getSourceManager().getPresumedLoc(Info.getLocation());
      if (Where.isValid())
        FirstError = (llvm::Twine(Where.getFilename()) + ":" +
                      llvm::Twine(Where.getLine()) + ": ")
                         .str();
    }
    FirstError += Message;
  }

  std::string FirstError;
  /// Those that were left out.
  unsigned Warnings = 0;

private:
  bool WithWarnings;
  bool LeftOut = false;
};

bool asksForWarnings(llvm::ArrayRef<std::string> Flags) {
  return llvm::any_of(Flags, [](StringRef Flag) {
    return Flag.consume_front("-W") && !Flag.starts_with("no-") &&
           !Flag.contains(',');
  });
}

/// Gives functions that have no target CPU the one of the flags.
class NameTarget : public llvm::PassInfoMixin<NameTarget> {
public:
  NameTarget(std::string CPU, std::string Features)
      : CPU(std::move(CPU)), Features(std::move(Features)) {}

  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &) {
    for (llvm::Function &F : M) {
      if (F.isDeclaration() || F.hasFnAttribute("target-cpu") ||
          F.hasFnAttribute("target-features"))
        continue;
      if (!CPU.empty())
        F.addFnAttr("target-cpu", CPU);
      if (!Features.empty())
        F.addFnAttr("target-features", Features);
    }
    return llvm::PreservedAnalyses::none();
  }
  static bool isRequired() { return true; }

private:
  std::string CPU;
  std::string Features;
};

} // namespace

bool rafter::isSourceFile(StringRef Path) {
  return llvm::StringSwitch<bool>(llvm::sys::path::extension(Path))
      .Cases({".c", ".cc", ".cpp", ".cxx", ".C", ".c++"}, true)
      .Default(false);
}

static Error compileError(StringRef Path, StringRef FirstError) {
  if (FirstError.empty())
    FirstError = "Clang gave no reason";
  if (FirstError.starts_with(Path))
    return llvm::createStringError("cannot compile " + FirstError);
  return llvm::createStringError("cannot compile " + Path + ": " + FirstError);
}

/// The arguments of the one cc1 job that compiles Path; empty after an error
/// that went to Diagnostics.
static std::vector<std::string>
frontendArguments(StringRef Path, llvm::ArrayRef<std::string> Flags,
                  clang::DiagnosticsEngine &Diagnostics) {
  std::string File = Path.str();
  std::vector<const char *> Arguments = {RAFTER_CLANG, "-O2", "-g"};
  for (const std::string &Flag : Flags)
    Arguments.push_back(Flag.c_str());
  for (const char *Argument : {"-c", "-emit-llvm", "-o", "-", "--"})
    Arguments.push_back(Argument);
  Arguments.push_back(File.c_str());

  clang::driver::Driver Driver(
      RAFTER_CLANG, llvm::sys::getDefaultTargetTriple(), Diagnostics);
  Driver.setCheckInputsExist(false);
  std::unique_ptr<clang::driver::Compilation> Compilation(
      Driver.BuildCompilation(Arguments));
  if (!Compilation || Compilation->containsError() ||
      Compilation->getJobs().empty())
    return {};
  const clang::driver::Command &Job = *Compilation->getJobs().begin();
  if (StringRef(Job.getCreator().getName()) != "clang")
    return {};
  // Without the leading -cc1; copied, since the strings die with the driver.
  auto Frontend = llvm::ArrayRef(Job.getArguments()).drop_front();
  return {Frontend.begin(), Frontend.end()};
}

/// Tells each function what the flags say of the target, as Clang does where it
/// makes the functions itself.
static void nameTarget(llvm::PassBuilder &PB,
                       const clang::TargetOptions &Target) {
  PB.registerPipelineStartEPCallback([&Target](llvm::ModulePassManager &Passes,
                                               llvm::OptimizationLevel) {
    Passes.addPass(NameTarget(Target.CPU, llvm::join(Target.Features, ",")));
  });
}

/// Compiles Path, or what Bitcode holds instead, up to the end of the
/// optimizer.
static Expected<std::unique_ptr<llvm::Module>>
compile(StringRef Path, const llvm::MemoryBufferRef *Bitcode,
        const SourceOptions &Source, llvm::LLVMContext &Context) {
  clang::DiagnosticOptions Options;
  // One's own: others may compile at the same time.
  llvm::raw_null_ostream Nobody;
  llvm::raw_ostream &Said =
      Source.IsQuiet ? static_cast<llvm::raw_ostream &>(Nobody) : llvm::errs();
  AnswerDiagnostics Printer(Said, Options, asksForWarnings(Source.Flags));
  clang::DiagnosticsEngine Diagnostics(
      llvm::makeIntrusiveRefCnt<clang::DiagnosticIDs>(), Options, &Printer,
      /*ShouldOwnClient=*/false);

  std::vector<std::string> Arguments =
      frontendArguments(Path, Source.Flags, Diagnostics);
  std::vector<const char *> Pointers;
  for (const std::string &Argument : Arguments)
    Pointers.push_back(Argument.c_str());
  auto Invocation = std::make_shared<clang::CompilerInvocation>();
  if (Pointers.empty() || !clang::CompilerInvocation::CreateFromArgs(
                              *Invocation, Pointers, Diagnostics))
    return compileError(Path, Printer.FirstError);
  if (!Invocation->getFrontendOpts().LLVMArgs.empty() ||
      !Invocation->getFrontendOpts().Plugins.empty())
    return llvm::createStringError(
        "-rafter-cflags takes no -mllvm and no plugin: give LLVM's options to "
        "rafter-opt itself");

  // The process goes on after the compilation.
  Invocation->getFrontendOpts().DisableFree = false;
  Invocation->getCodeGenOpts().DisableFree = false;
  clang::CompilerInstance Clang(std::move(Invocation));
  if (Bitcode)
    Clang.getFrontendOpts().Inputs = {clang::FrontendInputFile(
        *Bitcode, clang::InputKind(clang::Language::LLVM_IR))};
  Clang.getCodeGenOpts().PassBuilderCallbacks.push_back(
      [&](llvm::PassBuilder &PB) {
        keepRegionFunction(PB, Source.Region);
        storeSourceLoops(PB);
        if (Bitcode)
          nameTarget(PB, Clang.getTargetOpts());
      });
  if (Source.AddPasses)
    Clang.getCodeGenOpts().PassBuilderCallbacks.push_back(Source.AddPasses);
  Clang.createVirtualFileSystem();
  if (Source.IsQuiet)
    Clang.setVerboseOutputStream(Nobody);
  Clang.createDiagnostics(&Printer, /*ShouldOwnClient=*/false);
  clang::EmitLLVMOnlyAction Action(&Context);
  bool Succeeded = Clang.ExecuteAction(Action);
  std::unique_ptr<llvm::Module> M = Action.takeModule();
  if (!Succeeded || !M)
    return compileError(Path, Printer.FirstError);
  if (Printer.Warnings)
    Said << "rafter-opt: " << Path << ": not shown: " << Printer.Warnings
         << (Printer.Warnings == 1 ? " warning" : " warnings")
         << " of Clang (-rafter-cflags=-W shows them)\n";
  return M;
}

Expected<std::unique_ptr<llvm::Module>>
rafter::compileSource(StringRef Path, const SourceOptions &Source,
                      llvm::LLVMContext &Context) {
  return compile(Path, nullptr, Source, Context);
}

Expected<std::unique_ptr<llvm::Module>>
rafter::compileBitcode(llvm::MemoryBufferRef Bitcode,
                       const SourceOptions &Source,
                       llvm::LLVMContext &Context) {
  SourceOptions Options = Source;
  Options.Flags = {"-x", "ir", "-Wno-override-module"};
  auto Triple = llvm::getBitcodeTargetTriple(Bitcode);
  if (!Triple)
    return Triple.takeError();
  if (!Triple->empty())
    Options.Flags.push_back("--target=" + *Triple);
  llvm::append_range(Options.Flags, Source.Flags);
  return compile(Bitcode.getBufferIdentifier(), &Bitcode, Options, Context);
}
