//===- CollectRemarks.cpp - The remarks of a lowered module ---------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CollectRemarks.h"
#include "rafter/Remarks/EmitRemarks.h"
#include "rafter/Remarks/RemarkSession.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Host.h"

using namespace rafter;
using llvm::Error;
using llvm::Expected;

namespace {

/// Keeps the first error; the rest goes unsaid.
class ErrorKeeper final : public llvm::DiagnosticHandler {
public:
  explicit ErrorKeeper(std::string &First) : First(First) {}

  bool handleDiagnostics(const llvm::DiagnosticInfo &Info) override {
    if (First.empty() && Info.getSeverity() == llvm::DS_Error) {
      llvm::raw_string_ostream OS(First);
      llvm::DiagnosticPrinterRawOStream Printer(OS);
      Info.print(Printer);
    }
    return true;
  }

private:
  std::string &First;
};

/// Demands remarks of this process while it lives: of all loops, since which of
/// them are worth one is chosen here, of the whole module.
class Demand {
public:
  explicit Demand(LoopFindingsSink Sink) {
    auto Wanted = std::make_shared<RemarkDemand>();
    Wanted->AllLoops = true;
    Wanted->Sink = std::move(Sink);
    setRemarkDemand(std::move(Wanted));
  }
  ~Demand() { setRemarkDemand(nullptr); }
};

} // namespace

static Expected<std::unique_ptr<llvm::TargetMachine>>
prepareTarget(llvm::Module &M, const CodeTarget &Target) {
  llvm::InitializeAllTargetInfos();
  llvm::InitializeAllTargets();
  llvm::InitializeAllTargetMCs();
  llvm::InitializeAllAsmPrinters();
  llvm::InitializeAllAsmParsers();
  if (M.getTargetTriple().empty())
    M.setTargetTriple(llvm::Triple(llvm::sys::getDefaultTargetTriple()));
  std::string Message;
  const llvm::Target *T =
      llvm::TargetRegistry::lookupTarget(M.getTargetTriple(), Message);
  if (!T)
    return llvm::createStringError(Message);
  std::unique_ptr<llvm::MCSubtargetInfo> Known(
      T->createMCSubtargetInfo(M.getTargetTriple(), "", ""));
  if (!Target.CPU.empty() && Known && !Known->isCPUStringValid(Target.CPU))
    return llvm::createStringError("LLVM knows no CPU '" + Target.CPU +
                                   "' for " + M.getTargetTriple().str());
  std::unique_ptr<llvm::TargetMachine> Machine(T->createTargetMachine(
      M.getTargetTriple(), Target.CPU, Target.Features, llvm::TargetOptions(),
      llvm::Reloc::PIC_, M.getCodeModel()));
  if (!Machine)
    return llvm::createStringError("LLVM has no code generator for " +
                                   M.getTargetTriple().str());
  M.setDataLayout(Machine->createDataLayout());
  for (llvm::Function &F : M) {
    if (F.isDeclaration() || F.hasFnAttribute("target-cpu"))
      continue;
    if (!Target.CPU.empty())
      F.addFnAttr("target-cpu", Target.CPU);
    if (!Target.Features.empty())
      F.addFnAttr("target-features", Target.Features);
  }
  return Machine;
}

/// As clang -O2 does.
static void optimize(llvm::Module &M, llvm::TargetMachine &Machine,
                     const RemarkOptions &Options) {
  llvm::PipelineTuningOptions Tuning;
  Tuning.LoopVectorization = Tuning.LoopInterleaving = true;
  Tuning.SLPVectorization = true;
  llvm::PassBuilder PB(&Machine, Tuning);
  registerRemarks(PB, Options);
  llvm::LoopAnalysisManager OfLoops;
  llvm::FunctionAnalysisManager OfFunctions;
  llvm::CGSCCAnalysisManager OfComponents;
  llvm::ModuleAnalysisManager OfModules;
  PB.registerModuleAnalyses(OfModules);
  PB.registerCGSCCAnalyses(OfComponents);
  PB.registerFunctionAnalyses(OfFunctions);
  PB.registerLoopAnalyses(OfLoops);
  PB.crossRegisterProxies(OfLoops, OfFunctions, OfComponents, OfModules);
  PB.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O2)
      .run(M, OfModules);
}

static Error generate(llvm::Module &M, llvm::TargetMachine &Machine) {
  llvm::legacy::PassManager Passes;
  llvm::raw_null_ostream OS;
  if (Machine.addPassesToEmitFile(Passes, OS, nullptr,
                                  llvm::CodeGenFileType::ObjectFile))
    return llvm::createStringError("LLVM generates no object code for " +
                                   M.getTargetTriple().str());
  Passes.run(M);
  return Error::success();
}

Expected<std::vector<LoopRemark>>
rafter::collectRemarks(llvm::Module &M, const CodeTarget &Target,
                       const RemarkOptions &Options) {
  auto Machine = prepareTarget(M, Target);
  if (!Machine)
    return Machine.takeError();
  auto Filter = RemarkFilter::create(Options);
  if (!Filter)
    return Filter.takeError();
  std::vector<LoopRemark> All;
  std::string Failure;
  M.getContext().setDiagnosticHandler(std::make_unique<ErrorKeeper>(Failure));
  Demand Wanted([&](const llvm::Module &, const LoopFindings &Found) {
    llvm::append_range(All, Found.Remarks);
    if (Failure.empty() && !Found.Failure.empty())
      Failure = "loops are not analyzed: " + Found.Failure;
  });
  optimize(M, **Machine, Options);
  if (Error E = generate(M, **Machine))
    return E;
  if (!Failure.empty())
    return llvm::createStringError(Failure);
  std::vector<LoopRemark> Chosen;
  for (size_t I : chooseRemarks(All, *Filter).Printed)
    Chosen.push_back(All[I]);
  return Chosen;
}
