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
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/Passes.h"
#include "llvm/CodeGen/TargetPassConfig.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Target/RegisterTargetPassConfigCallback.h"
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
  PreservedAnalyses run(Function &F, FunctionAnalysisManager &Analyses) {
    if (Work W = registry().workOn(F.getContext(), /*IsNew=*/false))
      W->note(F, Analyses.getResult<LoopAnalysis>(F));
    return PreservedAnalyses::all();
  }
};

/// Looks at the code when all other passes have run.
class RemarkOnCode final : public MachineFunctionPass {
public:
  static char ID;

  RemarkOnCode() : MachineFunctionPass(ID) {}
  /// For code that is generated aside.
  explicit RemarkOnCode(Work Given)
      : MachineFunctionPass(ID), Current(std::move(Given)) {}

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
    if (Current)
      Current->finish(M);
    Current.reset();
    return false;
  }

private:
  Work Current;
};

char RemarkOnCode::ID = 0;

} // namespace

/// LLVM keeps the hook as long as the process.
static void hookIntoCodeGeneration() {
  static RegisterTargetPassConfigCallback Hook(
      [](TargetMachine &, PassManagerBase &, TargetPassConfig *Config) {
        if (registry().anyWork())
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
      [](FunctionPassManager &Passes, OptimizationLevel) {
        Passes.addPass(NoteLoops());
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
