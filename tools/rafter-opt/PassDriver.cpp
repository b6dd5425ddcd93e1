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
#include "llvm/Support/PGOOptions.h"
#include "llvm/Support/PluginLoader.h"
#include "llvm/Support/SystemUtils.h"
#include "llvm/Support/TimeProfiler.h"
#include "llvm/Support/ToolOutputFile.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/IPO/ThinLTOBitcodeWriter.h"
#include "llvm/Transforms/Utils/Debugify.h"

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

/// Puts the passes of option Name at the place that Add is called for.
template <typename Manager, typename... Phase>
static Error extend(
    const Arguments &A, OptionName Name, llvm::PassBuilder &PB,
    void (llvm::PassBuilder::*Add)(
        const std::function<void(Manager &, llvm::OptimizationLevel, Phase...)>
            &)) {
  if (!A.given(Name))
    return Error::success();
  StringRef Text = A.text(Name);
  Manager Tried;
  if (Error E = PB.parsePassPipeline(Tried, Text))
    return A.error(Name, std::move(E));
  (PB.*Add)([&PB, Text](Manager &Passes, llvm::OptimizationLevel, Phase...) {
    llvm::cantFail(PB.parsePassPipeline(Passes, Text));
  });
  return Error::success();
}

/// Follows -passes-ep-PLACE.
Error PassDriver::extendPipelines(llvm::PassBuilder &PB) {
  Error Result = Error::success();
  auto At = [&](OptionName Name, auto Add) {
    Result = llvm::joinErrors(std::move(Result), extend(A, Name, PB, Add));
  };
  using Builder = llvm::PassBuilder;
  At("passes-ep-pipeline-start", &Builder::registerPipelineStartEPCallback);
  At("passes-ep-pipeline-early-simplification",
     &Builder::registerPipelineEarlySimplificationEPCallback);
  At("passes-ep-peephole", &Builder::registerPeepholeEPCallback);
  At("passes-ep-late-loop-optimizations",
     &Builder::registerLateLoopOptimizationsEPCallback);
  At("passes-ep-loop-optimizer-end",
     &Builder::registerLoopOptimizerEndEPCallback);
  At("passes-ep-scalar-optimizer-late",
     &Builder::registerScalarOptimizerLateEPCallback);
  At("passes-ep-cgscc-optimizer-late",
     &Builder::registerCGSCCOptimizerLateEPCallback);
  At("passes-ep-vectorizer-start", &Builder::registerVectorizerStartEPCallback);
  At("passes-ep-vectorizer-end", &Builder::registerVectorizerEndEPCallback);
  At("passes-ep-optimizer-early", &Builder::registerOptimizerEarlyEPCallback);
  At("passes-ep-optimizer-last", &Builder::registerOptimizerLastEPCallback);
  At("passes-ep-full-link-time-optimization-early",
     &Builder::registerFullLinkTimeOptimizationEarlyEPCallback);
  At("passes-ep-full-link-time-optimization-last",
     &Builder::registerFullLinkTimeOptimizationLastEPCallback);
  return Result;
}

/// What -pgo-kind asks for.
static Expected<std::optional<llvm::PGOOptions>>
chooseProfile(const Arguments &A) {
  using llvm::PGOOptions;
  std::optional<PGOOptions> None;
  if (!A.given("pgo-kind")) {
    if (A.given("profile-file"))
      return usageError("-profile-file needs -pgo-kind");
    return None;
  }
  bool Generates = A.is("pgo-kind", "pgo-instr-gen-pipeline");
  if (!Generates && !A.given("profile-file"))
    return usageError("-pgo-kind=" + A.text("pgo-kind") +
                      " needs -profile-file");
  return PGOOptions(A.text("profile-file").str(), "", "", "",
                    Generates ? PGOOptions::IRInstr
                    : A.is("pgo-kind", "pgo-instr-use-pipeline")
                        ? PGOOptions::IRUse
                        : PGOOptions::SampleUse);
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
  if (Error E = extendPipelines(PB))
    return E;
  if (auto Profile = chooseProfile(A); !Profile)
    return Profile.takeError();
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

namespace {

struct AnalysisManagers {
  llvm::LoopAnalysisManager Loops;
  llvm::FunctionAnalysisManager Functions;
  llvm::CGSCCAnalysisManager Components;
  llvm::ModuleAnalysisManager Modules;

  void registerAll(llvm::PassBuilder &PB) {
    PB.registerModuleAnalyses(Modules);
    PB.registerCGSCCAnalyses(Components);
    PB.registerFunctionAnalyses(Functions);
    PB.registerLoopAnalyses(Loops);
    PB.crossRegisterProxies(Loops, Functions, Components, Modules);
  }
};

} // namespace

Error PassDriver::runPasses(llvm::Module &M) {
  std::unique_ptr<llvm::TargetMachine> Target = chooseTarget(M, A);
  AnalysisManagers Managers;
  llvm::PassInstrumentationCallbacks Callbacks;
  llvm::PrintPassOptions Printing;
  Printing.Verbose = A.is("debug-pass-manager", "verbose");
  Printing.SkipAnalyses = A.is("debug-pass-manager", "quiet");
  llvm::StandardInstrumentations Instrumentations(
      M.getContext(), A.given("debug-pass-manager"), A.given("verify-each"),
      Printing);
  Instrumentations.registerCallbacks(Callbacks, &Managers.Modules);
  llvm::DebugifyEachInstrumentation Debugify;
  DebugifyStatsMap Statistics;
  if (A.given("debugify-each")) {
    Debugify.setDIStatsMap(Statistics);
    Debugify.setDebugifyMode(DebugifyMode::SyntheticDebugInfo);
    Debugify.registerCallbacks(Callbacks, Managers.Modules);
  }
  llvm::PipelineTuningOptions Tuning;
  Tuning.LoopUnrolling = !A.given("disable-loop-unrolling");
  llvm::PassBuilder PB(Target.get(), Tuning, llvm::cantFail(chooseProfile(A)),
                       &Callbacks);
  prepare(PB);
  if (Error E = extendPipelines(PB))
    return E;

  llvm::AAManager Aliases;
  if (Error E = PB.parseAAPipeline(Aliases, A.text("aa-pipeline")))
    return A.error("aa-pipeline", std::move(E));
  Managers.Functions.registerPass([&] { return std::move(Aliases); });
  Managers.registerAll(PB);

  llvm::ModulePassManager Passes;
  if (A.given("enable-debugify"))
    Passes.addPass(NewPMDebugifyPass());
  if (Error E = PB.parsePassPipeline(Passes, Pipeline))
    return E;
  if (A.given("enable-debugify"))
    Passes.addPass(NewPMCheckDebugifyPass());
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
  Passes.run(M, Managers.Modules);
  return Error::success();
}

/// Bitcode with the summary that ThinLTO wants.
static void writeForThinLTO(llvm::Module &M, llvm::raw_ostream &OS) {
  AnalysisManagers Managers;
  llvm::PassBuilder PB;
  Managers.registerAll(PB);
  llvm::ThinLTOBitcodeWriterPass(OS, /*ThinLinkOS=*/nullptr)
      .run(M, Managers.Modules);
}

Error PassDriver::write(llvm::Module &M) {
  bool AsText = A.given("S");
  if ((!A.given("o") && !AsText) || A.given("disable-output") ||
      llvm::PrintPipelinePasses)
    return Error::success();
  auto Print = [&](llvm::raw_ostream &OS) {
    if (AsText)
      M.print(OS, nullptr);
    else if (A.given("thinlto-bc"))
      writeForThinLTO(M, OS);
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
      A.given("pass-remarks-with-hotness"));
  if (!Remarks)
    return Remarks.takeError();
  // Without its named metadata debug information makes a module invalid.
  if (A.given("strip-debug") || A.given("strip-named-metadata"))
    llvm::StripDebugInfo(M);
  if (A.given("strip-named-metadata"))
    while (!M.named_metadata_empty())
      M.eraseNamedMetadata(&*M.named_metadata_begin());
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
