//===- RemarkSession.cpp - Remarks in a compilation -----------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM hands a plugin no object that lives from the pipeline to the end of code
// generation, and calls code generation's hooks from the process alone: what
// belongs to a module is found by its context. Link-time optimization compiles
// several contexts at a time.
//
//===----------------------------------------------------------------------===//

#include "rafter/Remarks/RemarkSession.h"
#include "ModuleRemarks.h"
#include "rafter/CodeGen/GenerateCode.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/Passes.h"
#include "llvm/CodeGen/TargetPassConfig.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/RegisterTargetPassConfigCallback.h"
#include "llvm/TargetParser/Host.h"
#include <atomic>
#include <mutex>

using namespace llvm;

namespace rafter {

namespace {

using Work = std::shared_ptr<ModuleRemarks>;

/// The modules that are being compiled, by their contexts.
class Registry {
public:
  /// Creates the work on the module in Context if somebody wants remarks of
  /// it; null otherwise. Forgets what was there if IsNew.
  Work workOn(LLVMContext &Context, bool IsNew);
  Work take(LLVMContext &Context);

  void setOptions(Expected<RemarkOptions> Given);
  void setDemand(std::shared_ptr<const RemarkDemand> Given) {
    std::lock_guard<std::mutex> Lock(Mutex);
    Demand = std::move(Given);
  }
  void setProfile(std::string Name) {
    std::lock_guard<std::mutex> Lock(Mutex);
    ProfileName = std::move(Name);
  }
  std::shared_ptr<const RemarkDemand> demand() {
    std::lock_guard<std::mutex> Lock(Mutex);
    return Demand;
  }
  /// Whether code generation has anything to look for.
  bool anyWork() const { return HasWork; }

private:
  std::mutex Mutex;
  std::atomic<bool> HasWork = false;
  DenseMap<LLVMContext *, Work> Running;
  std::shared_ptr<const RemarkDemand> Demand;
  RemarkOptions Options;
  std::string OptionError;
  std::string ProfileName;
};

} // namespace

static Registry &registry() {
  static Registry All;
  return All;
}

void setRemarkDemand(std::shared_ptr<const RemarkDemand> Demand) {
  registry().setDemand(std::move(Demand));
}

std::shared_ptr<const RemarkDemand> remarkDemand() {
  return registry().demand();
}

void setRemarkProfile(std::string Name) {
  registry().setProfile(std::move(Name));
}

void Registry::setOptions(Expected<RemarkOptions> Given) {
  std::lock_guard<std::mutex> Lock(Mutex);
  if (Given)
    Options = std::move(*Given);
  else
    OptionError = toString(Given.takeError());
}

Work Registry::workOn(LLVMContext &Context, bool IsNew) {
  bool Wanted = wantsRemarks(Context);
  std::lock_guard<std::mutex> Lock(Mutex);
  if (!Wanted && !Demand) {
    Running.erase(&Context);
    return nullptr;
  }
  HasWork = true;
  Work &W = Running[&Context];
  Options.ProfileName = ProfileName;
  if (!W || IsNew)
    W = std::make_shared<ModuleRemarks>(Options, OptionError, Demand);
  return W;
}

Work Registry::take(LLVMContext &Context) {
  Work W = workOn(Context, /*IsNew=*/false);
  std::lock_guard<std::mutex> Lock(Mutex);
  Running.erase(&Context);
  return W;
}

namespace {

/// Asks whether remarks are wanted.
class BeginRemarks : public PassInfoMixin<BeginRemarks> {
public:
  explicit BeginRemarks(bool IsNew) : IsNew(IsNew) {}
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    registry().workOn(M.getContext(), IsNew);
    return PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }

private:
  bool IsNew;
};

/// Notes the loops of a function.
class NoteLoops : public PassInfoMixin<NoteLoops> {
public:
  explicit NoteLoops(OptimizationLevel Level) : Level(Level) {}
  PreservedAnalyses run(Function &F, FunctionAnalysisManager &Analyses) {
    if (Work W = registry().workOn(F.getContext(), /*IsNew=*/false))
      W->note(F, Analyses.getResult<LoopAnalysis>(F), Level);
    return PreservedAnalyses::all();
  }

private:
  OptimizationLevel Level;
};

/// Looks at the code when all other passes have run.
class RemarkOnCode final : public MachineFunctionPass {
public:
  static char ID;

  RemarkOnCode() : MachineFunctionPass(ID) {}
  /// For code that is generated aside; who gives the work finishes it.
  explicit RemarkOnCode(Work Given)
      : MachineFunctionPass(ID), Current(std::move(Given)), IsAside(true) {}

  StringRef getPassName() const override { return "Rafter remarks"; }

  void getAnalysisUsage(AnalysisUsage &Usage) const override {
    Usage.setPreservesAll();
    MachineFunctionPass::getAnalysisUsage(Usage);
  }

  bool doInitialization(Module &M) override {
    if (!Current)
      Current = registry().take(M.getContext());
    return false;
  }

  bool runOnMachineFunction(MachineFunction &MF) override {
    if (Current)
      Current->analyze(MF);
    return false;
  }

  bool doFinalization(Module &M) override {
    if (Current && !IsAside)
      Current->finish(M);
    Current.reset();
    return false;
  }

private:
  Work Current;
  bool IsAside = false;
};

char RemarkOnCode::ID = 0;

} // namespace

namespace {

/// The pass rafter-remarks.
class RemarkPass : public PassInfoMixin<RemarkPass> {
public:
  RemarkPass(RemarkOptions Options, std::string OptionError)
      : Options(std::move(Options)), OptionError(std::move(OptionError)) {}

  PreservedAnalyses run(Module &M, ModuleAnalysisManager &Analyses);
  static bool isRequired() { return true; }

private:
  RemarkOptions Options;
  std::string OptionError;
};

} // namespace

PreservedAnalyses RemarkPass::run(Module &M, ModuleAnalysisManager &Analyses) {
  if (!wantsRemarks(M.getContext()))
    return PreservedAnalyses::all();
  auto W = std::make_shared<ModuleRemarks>(Options, OptionError, nullptr);
  auto &Functions =
      Analyses.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();
  for (Function &F : M)
    if (!F.isDeclaration())
      W->note(F, Functions.getResult<LoopAnalysis>(F), OptimizationLevel::O2);
  Triple Target = M.getTargetTriple();
  if (Target.empty())
    Target = Triple(sys::getDefaultTargetTriple());
  InitializeAllTargets();
  InitializeAllTargetMCs();
  InitializeAllAsmPrinters();
  if (Error E = generateCode(M, Target, [&] { return new RemarkOnCode(W); }))
    W->fail(std::move(E));
  W->finish(M);
  return PreservedAnalyses::all();
}

void registerRemarkPass(PassBuilder &PB, Expected<RemarkOptions> Options) {
  std::string Wrong;
  RemarkOptions Given;
  if (Options)
    Given = std::move(*Options);
  else
    Wrong = toString(Options.takeError());
  PB.registerPipelineParsingCallback(
      [=](StringRef Name, ModulePassManager &Passes,
          ArrayRef<PassBuilder::PipelineElement>) {
        if (Name != "rafter-remarks")
          return false;
        Passes.addPass(RemarkPass(Given, Wrong));
        return true;
      });
}

/// LLVM keeps the hook as long as the process.
static void hookIntoCodeGeneration() {
  static RegisterTargetPassConfigCallback Hook(
      [](TargetMachine &, PassManagerBase &, TargetPassConfig *Config) {
        if (registry().anyWork() && !isTrying())
          Config->insertPass(&StackMapLivenessID, new RemarkOnCode());
      });
}

Error findLoops(const Module &M, Expected<RemarkOptions> Options) {
  registry().setOptions(std::move(Options));
  hookIntoCodeGeneration();
  registry().workOn(M.getContext(), /*IsNew=*/false);
  return generateCode(M, M.getTargetTriple(), /*Model=*/nullptr,
                      MachineLoopOptions(), [](MachineLoop) {});
}

void registerRemarks(PassBuilder &PB, Expected<RemarkOptions> Options) {
  registry().setOptions(std::move(Options));
  hookIntoCodeGeneration();
  PB.registerPipelineStartEPCallback(
      [](ModulePassManager &Passes, OptimizationLevel) {
        Passes.addPass(BeginRemarks(/*IsNew=*/true));
      });
  PB.registerVectorizerStartEPCallback(
      [](FunctionPassManager &Passes, OptimizationLevel Level) {
        Passes.addPass(NoteLoops(Level));
      });
  PB.registerFullLinkTimeOptimizationEarlyEPCallback(
      [](ModulePassManager &Passes, OptimizationLevel) {
        Passes.addPass(BeginRemarks(/*IsNew=*/true));
      });
  PB.registerOptimizerLastEPCallback(
      [](ModulePassManager &Passes, OptimizationLevel, ThinOrFullLTOPhase) {
        Passes.addPass(BeginRemarks(/*IsNew=*/false));
      });
}

} // namespace rafter
