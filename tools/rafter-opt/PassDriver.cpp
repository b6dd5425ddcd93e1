//===- PassDriver.cpp - Runs passes as opt does ---------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What LLVM's opt does between reading a module and writing it, with the
// options of it that people use; all options of passes, of the printing of IR,
// of timing and of code generation are LLVM's own.
//
//===----------------------------------------------------------------------===//

#include "PassDriver.h"
#include "rafter/Support/Files.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/CodeGen/CommandFlags.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/LLVMRemarkStreamer.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ValueSymbolTable.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Passes/StandardInstrumentations.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/PluginLoader.h"
#include "llvm/Support/SystemUtils.h"
#include "llvm/Support/TimeProfiler.h"
#include "llvm/Support/ToolOutputFile.h"
#include "llvm/Target/TargetMachine.h"

using namespace rafter;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

/// -mcpu, -mattr and the other options of code generation.
static llvm::codegen::RegisterCodeGenFlags CodeGenFlags;

namespace llvm {
extern cl::opt<bool> PrintPipelinePasses;
} // namespace llvm

#define HANDLE_EXTENSION(Name)                                                 \
  llvm::PassPluginLibraryInfo get##Name##PluginInfo();
#include "llvm/Support/Extension.def"

Error PassDriver::load(StringRef Path) {
  Expected<llvm::PassPlugin> Plugin = llvm::PassPlugin::Load(Path.str());
  if (!Plugin)
    return llvm::createStringError("cannot load plugin " + Path + ": " +
                                   llvm::toString(Plugin.takeError()));
  Plugins.push_back(std::move(*Plugin));
  return Error::success();
}

/// Tells PB of all passes that are not LLVM's.
void PassDriver::prepare(llvm::PassBuilder &PB) {
  for (const llvm::PassPlugin &Plugin : Plugins)
    Plugin.registerPassBuilderCallbacks(PB);
  Register(PB);
#define HANDLE_EXTENSION(Name)                                                 \
  get##Name##PluginInfo().RegisterPassBuilderCallbacks(PB);
#include "llvm/Support/Extension.def"
}

Error PassDriver::choosePipeline(StringRef Default) {
  Pipeline = A.given("passes") ? A.text("passes").str() : Default.str();
  unsigned Chosen = A.given("passes");
  for (OptionName Level : OptimizationLevels)
    if (A.given(Level)) {
      ++Chosen;
      Pipeline = ("default<" + StringRef(Level) + ">").str();
    }
  if (Chosen > 1)
    return usageError(
        "-passes does not go with -O1 and the like: write default<O1>");
  llvm::PassInstrumentationCallbacks Callbacks;
  llvm::PassBuilder PB(nullptr, {}, std::nullopt, &Callbacks);
  prepare(PB);
  llvm::ModulePassManager Passes;
  if (Error E = PB.parsePassPipeline(Passes, Pipeline))
    return usageError("-passes: " + llvm::toString(std::move(E)));
  return Error::success();
}

/// The machine that M is for, which the options change; null if M names none,
/// or one that LLVM does not know.
static std::unique_ptr<llvm::TargetMachine> chooseTarget(llvm::Module &M,
                                                         const Arguments &A) {
  if (A.given("mtriple"))
    M.setTargetTriple(llvm::Triple(llvm::Triple::normalize(A.text("mtriple"))));
  std::unique_ptr<llvm::TargetMachine> Target;
  if (M.getTargetTriple().getArch() != llvm::Triple::UnknownArch) {
    auto Found = llvm::codegen::createTargetMachineForTriple(
        M.getTargetTriple().str(), llvm::CodeGenOptLevel::None);
    if (Found)
      Target = std::move(*Found);
    else
      llvm::errs() << "rafter-opt: warning: "
                   << llvm::toString(Found.takeError()) << '\n';
  }
  if (Target && M.getDataLayoutStr().empty())
    M.setDataLayout(Target->createDataLayout());
  llvm::codegen::setFunctionAttributes(
      Target ? llvm::codegen::getCPUStr() : "",
      Target ? llvm::codegen::getFeaturesStr() : "", M);
  return Target;
}

Error PassDriver::runPasses(llvm::Module &M) {
  std::unique_ptr<llvm::TargetMachine> Target = chooseTarget(M, A);
  llvm::LoopAnalysisManager Loops;
  llvm::FunctionAnalysisManager Functions;
  llvm::CGSCCAnalysisManager Components;
  llvm::ModuleAnalysisManager Modules;
  llvm::PassInstrumentationCallbacks Callbacks;
  llvm::PrintPassOptions Printing;
  Printing.Verbose = A.is("debug-pass-manager", "verbose");
  Printing.SkipAnalyses = A.is("debug-pass-manager", "quiet");
  llvm::StandardInstrumentations Instrumentations(
      M.getContext(), A.given("debug-pass-manager"), A.given("verify-each"),
      Printing);
  Instrumentations.registerCallbacks(Callbacks, &Modules);
  llvm::PipelineTuningOptions Tuning;
  Tuning.LoopUnrolling = !A.given("disable-loop-unrolling");
  llvm::PassBuilder PB(Target.get(), Tuning, std::nullopt, &Callbacks);
  prepare(PB);

  llvm::AAManager Aliases;
  if (Error E = PB.parseAAPipeline(Aliases, A.text("aa-pipeline")))
    return A.error("aa-pipeline", std::move(E));
  Functions.registerPass([&] { return std::move(Aliases); });
  PB.registerModuleAnalyses(Modules);
  PB.registerCGSCCAnalyses(Components);
  PB.registerFunctionAnalyses(Functions);
  PB.registerLoopAnalyses(Loops);
  PB.crossRegisterProxies(Loops, Functions, Components, Modules);

  llvm::ModulePassManager Passes;
  if (Error E = PB.parsePassPipeline(Passes, Pipeline))
    return E;
  if (!A.given("disable-verify"))
    Passes.addPass(llvm::VerifierPass());
  if (llvm::PrintPipelinePasses) {
    Passes.printPipeline(llvm::outs(), [&](StringRef Class) {
      StringRef Name = Callbacks.getPassNameForClassName(Class);
      return Name.empty() ? Class : Name;
    });
    llvm::outs() << '\n';
    return Error::success();
  }
  Passes.run(M, Modules);
  return Error::success();
}

Error PassDriver::write(const llvm::Module &M) {
  bool AsText = A.given("S");
  if ((!A.given("o") && !AsText) || A.given("disable-output") ||
      llvm::PrintPipelinePasses)
    return Error::success();
  auto Print = [&](llvm::raw_ostream &OS) {
    if (AsText)
      M.print(OS, nullptr);
    else
      llvm::WriteBitcodeToFile(M, OS, /*ShouldPreserveUseListOrder=*/true);
  };
  if (A.given("o") && !A.is("o", "-"))
    return writeFileWhole(A.text("o"), Print);
  if (AsText || A.given("f") ||
      !llvm::CheckBitcodeOutputToConsole(llvm::outs()))
    Print(llvm::outs());
  return Error::success();
}

Error PassDriver::run(llvm::Module &M, const bool &Failed) {
  if (A.given("discard-value-names")) {
    M.getContext().setDiscardValueNames(true);
    for (llvm::Function &F : M)
      if (llvm::ValueSymbolTable *Names = F.getValueSymbolTable())
        while (!Names->empty())
          Names->begin()->second->setName("");
  }
  auto Remarks = llvm::setupLLVMOptimizationRemarks(
      M.getContext(), A.text("pass-remarks-output"),
      A.text("pass-remarks-filter"), A.text("pass-remarks-format"),
      /*RemarksWithHotness=*/false);
  if (!Remarks)
    return Remarks.takeError();
  if (A.given("strip-debug"))
    llvm::StripDebugInfo(M);
  if (A.given("time-trace"))
    llvm::timeTraceProfilerInitialize(/*TimeTraceGranularity=*/500,
                                      "rafter-opt");
  Error E = runPasses(M);
  if (A.given("time-trace")) {
    E = llvm::joinErrors(
        std::move(E),
        llvm::timeTraceProfilerWrite(A.text("time-trace-file"), A.text("o")));
    llvm::timeTraceProfilerCleanup();
  }
  if (E || Failed)
    return E;
  if (*Remarks)
    (*Remarks)->keep();
  return write(M);
}
