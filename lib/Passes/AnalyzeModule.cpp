//===- AnalyzeModule.cpp - From a module to a report ----------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chooses the regions of a module and sends the stream of each through a
// RegionMeter.
//
//===----------------------------------------------------------------------===//

#include "rafter/Passes/AnalyzeModule.h"
#include "InstructionAnalysis.h"
#include "MachineRegions.h"
#include "RegionMeter.h"
#include "rafter/IR/OperationMetadata.h"
#include "rafter/Passes/AnalyzeCode.h"
#include "rafter/Report/DOTReport.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"
#include <numeric>
#include <tuple>

using namespace rafter;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

/// The function that M defines under Name in the IR or in the source.
static Expected<llvm::Function *> findDefinition(llvm::Module &M,
                                                 StringRef Name) {
  llvm::Function *Named = M.getFunction(Name);
  if (Named && !Named->isDeclaration())
    return Named;
  for (llvm::Function &F : M) {
    const llvm::DISubprogram *Source = F.getSubprogram();
    if (!F.isDeclaration() && ((Source && Source->getName() == Name) ||
                               llvm::demangle(F.getName()) == Name))
      return &F;
  }
  return llvm::createStringError("the function '" + Name +
                                 "' is not defined in the module");
}

static SourceLocation locationOf(const llvm::Function &F) {
  SourceLocation Where;
  if (const llvm::DISubprogram *Source = F.getSubprogram()) {
    Where.File = Source->getFilename().str();
    Where.Line = Source->getLine();
  }
  return Where;
}

/// The name of F as the source has it.
static std::string sourceName(const llvm::Function &F) {
  if (const llvm::DISubprogram *Source = F.getSubprogram())
    return Source->getName().str();
  return llvm::demangle(F.getName());
}

static RegionReport describe(const llvm::Function &F) {
  RegionReport Region;
  Region.Name = Region.Function = sourceName(F);
  Region.Source = locationOf(F);
  return Region;
}

static RegionReport describe(const LoopNest &Nest) {
  RegionReport Region;
  Region.Function = sourceName(*Nest.Function);
  Region.Loop = Nest.Name;
  Region.Name = Region.Function + ", " + Nest.Name;
  Region.Source = Nest.Source;
  return Region;
}

/// The indices of at most Count hottest nests, in the order of Nests.
static std::vector<size_t> hottest(llvm::ArrayRef<LoopNest> Nests,
                                   size_t Count) {
  std::vector<size_t> Order(Nests.size());
  std::iota(Order.begin(), Order.end(), 0);
  llvm::sort(Order, [&](size_t A, size_t B) {
    return std::tuple(-Nests[A].Hotness, A) < std::tuple(-Nests[B].Hotness, B);
  });
  Order.resize(std::min(Order.size(), Count));
  llvm::sort(Order);
  return Order;
}

namespace {

/// One analysis of a module.
class ModuleAnalyzer {
public:
  ModuleAnalyzer(llvm::Module &M, llvm::FunctionAnalysisManager &Analyses,
                 const AnalysisOptions &Options, Report &Result)
      : M(M), Analyses(Analyses), Options(Options), Result(Result) {}

  Error analyze();

private:
  Error analyzeRun();
  Error analyzeLoopNests();
  Error analyzeFunctions();
  Expected<RunResult> runAgain(RegionMeter &Meter, RegionReport &Region);

  using Walk = llvm::function_ref<Expected<StaticWalkResult>(StaticEvents)>;
  Error analyzeStatic(RegionReport Region, Walk Source);
  Error analyzeWalkAsInstructions(Walk Source, RegionReport &Region);
  Error analyzeKept(llvm::ArrayRef<uint64_t> Words, RegionReport &Region);
  bool ofOperationsAsInstructions() const {
    return Options.Kinds.ofInstructions() && Options.Level == CodeLevel::IR;
  }

  llvm::Module &M;
  llvm::FunctionAnalysisManager &Analyses;
  const AnalysisOptions &Options;
  Report &Result;
  LoweredModule Lowered;
};

} // namespace

Error ModuleAnalyzer::analyze() {
  Expected<LoweredModule> L = lowerModule(M, Options.Lowering);
  if (!L)
    return L.takeError();
  Lowered = std::move(*L);
  if (Options.Run)
    return analyzeRun();
  return Options.Function.empty() ? analyzeLoopNests() : analyzeFunctions();
}

/// Walks a region once, or twice when the first walk is to warm the caches.
Error ModuleAnalyzer::analyzeStatic(RegionReport Region, Walk Source) {
  RegionMeter Meter(Lowered.Code, Result.CPU, Options);
  auto Events = [&](llvm::ArrayRef<uint64_t> Words) {
    return Meter.take(Words);
  };
  if (Options.WarmCache) {
    Meter.setWarmUp(true);
    Expected<StaticWalkResult> First = Source(Events);
    if (!First)
      return First.takeError();
    Meter.setWarmUp(false);
  }
  Expected<StaticWalkResult> Walked = Source(Events);
  if (!Walked)
    return Walked.takeError();
  Region.How = Mode::Static;
  Region.WarmCache = Options.WarmCache;
  Region.Assumptions = std::move(Walked->Assumptions);
  Region.NotSeen = std::move(Walked->NotSeen);
  Meter.finish(Region);
  if (ofOperationsAsInstructions())
    if (Error E = analyzeWalkAsInstructions(Source, Region))
      return E;
  Result.Regions.push_back(std::move(Region));
  return Error::success();
}

/// Sensitivity and causality of the IR's own stream, which is walked as often
/// as they need it.
Error ModuleAnalyzer::analyzeWalkAsInstructions(Walk Source,
                                                RegionReport &Region) {
  auto Play = [&](StreamConsumer &Consumer) {
    auto walk = [&](bool WarmUp) -> Error {
      StreamConsumer *Consumers[] = {&Consumer};
      Consumer.setWarmUp(WarmUp);
      SegmentDecoder Decoder(Lowered.Code, Consumers);
      auto Walked = Source([&](llvm::ArrayRef<uint64_t> Words) {
        return Decoder.decode(Words);
      });
      if (!Walked)
        return Walked.takeError();
      Decoder.finish();
      return Error::success();
    };
    if (Options.WarmCache)
      if (Error E = walk(true))
        return E;
    return walk(false);
  };
  return analyzeOperationsAsInstructions(Lowered.Code.Table, Play, Result.CPU,
                                         Options, Region);
}

Error ModuleAnalyzer::analyzeLoopNests() {
  std::vector<LoopNest> Nests = findLoopNests(M, Analyses);
  llvm::erase_if(Nests, [](const LoopNest &N) { return N.Hotness <= 0; });
  if (Nests.empty())
    return analyzeFunctions();
  for (size_t I : hottest(Nests, Options.MaxRegions))
    if (Error E = analyzeStatic(describe(Nests[I]), [&](StaticEvents Events) {
          return walkLoopNest(Lowered, Nests[I], Analyses, Options.Walk,
                              Events);
        }))
      return E;
  return Error::success();
}

/// The function that was asked for, or, in a module without loops, those that
/// have operations.
Error ModuleAnalyzer::analyzeFunctions() {
  std::vector<llvm::Function *> Functions;
  if (!Options.Function.empty()) {
    Expected<llvm::Function *> F = findDefinition(M, Options.Function);
    if (!F)
      return F.takeError();
    Functions.push_back(*F);
  } else {
    for (llvm::Function &F : M)
      if (Functions.size() < Options.MaxRegions && Lowered.Functions.count(&F))
        Functions.push_back(&F);
  }
  for (llvm::Function *F : Functions)
    if (Error E = analyzeStatic(describe(*F), [&](StaticEvents Events) {
          return walkFunction(Lowered, *F, Analyses, Options.Walk, Events);
        }))
      return E;
  return Error::success();
}

/// The region was executed once, which warmed the caches: measures it in a
/// second run.
Expected<RunResult> ModuleAnalyzer::runAgain(RegionMeter &Meter,
                                             RegionReport &Region) {
  RunOptions Program = Options.Program;
  Program.DiscardOutput = true;
  Program.EmptyInput = true;
  Meter.restart();
  Meter.setWarmUp(false);
  Region.Assumptions.push_back(
      "the region is executed once in a run: a first run warmed the caches, a "
      "second one, whose output is discarded, was measured");
  return runProgram(M, Lowered, Program, [&](llvm::ArrayRef<uint64_t> Words) {
    return Meter.take(Words);
  });
}

/// Adds Words to the events that are analysed again.
static Error keep(llvm::ArrayRef<uint64_t> Words, std::vector<uint64_t> &Kept) {
  // A gibibyte: some hundred million operations.
  static constexpr size_t MostWords = 1u << 27;
  if (Kept.size() + Words.size() > MostWords)
    return llvm::createStringError(
        "the run is too long for -rafter-level=ir: choose a smaller region "
        "with -rafter-function");
  Kept.insert(Kept.end(), Words.begin(), Words.end());
  return Error::success();
}

Error ModuleAnalyzer::analyzeRun() {
  StringRef Name =
      Options.Function.empty() ? Options.Program.Entry : Options.Function;
  RegionMeter Meter(Lowered.Code, Result.CPU, Options);
  std::vector<uint64_t> Kept;
  Expected<RunResult> Run =
      runProgram(M, Lowered, Options.Program,
                 [&](llvm::ArrayRef<uint64_t> Words) -> Error {
                   if (ofOperationsAsInstructions())
                     if (Error E = keep(Words, Kept))
                       return E;
                   return Options.WarmCache ? Meter.takeAfterWarmUp(Words)
                                            : Meter.take(Words);
                 });
  if (!Run)
    return Run.takeError();
  Expected<llvm::Function *> F = findDefinition(M, Name);
  if (!F)
    return F.takeError();
  if (!Run->RegionEntered)
    return llvm::createStringError("the program never called '" + Name +
                                   "': " + Run->Outcome.Description);
  RegionReport Region = describe(**F);
  Region.How = Mode::Modelled;
  Region.WarmCache = Options.WarmCache;
  Region.Assumptions = Lowered.Assumptions;
  if (Options.WarmCache && Run->Outcome.Finished && Meter.invocations() == 0) {
    Run = runAgain(Meter, Region);
    if (!Run)
      return Run.takeError();
  }
  Region.Run = std::move(Run->Outcome);
  Region.NotSeen = std::move(Run->NotSeen);
  Meter.finish(Region);
  if (ofOperationsAsInstructions())
    if (Error E = analyzeKept(Kept, Region))
      return E;
  Result.Regions.push_back(std::move(Region));
  return Error::success();
}

Error ModuleAnalyzer::analyzeKept(llvm::ArrayRef<uint64_t> Words,
                                  RegionReport &Region) {
  auto Play = [&](StreamConsumer &Consumer) {
    StreamConsumer *Consumers[] = {&Consumer};
    SegmentDecoder Decoder(Lowered.Code, Consumers);
    Error E = Decoder.decode(Words);
    Decoder.finish();
    return E;
  };
  return analyzeOperationsAsInstructions(Lowered.Code.Table, Play, Result.CPU,
                                         Options, Region);
}

Expected<Report> rafter::analyzeModule(llvm::Module &M,
                                       llvm::FunctionAnalysisManager &Analyses,
                                       const AnalysisOptions &Options) {
  Report Result;
  Result.Input =
      Options.InputName.empty() ? M.getModuleIdentifier() : Options.InputName;
  Result.Overrides = Options.Overrides;
  Result.Operations = readOperations(M);
  Expected<Processor> CPU = loadProcessor(Options);
  if (!CPU)
    return CPU.takeError();
  Result.CPU = std::move(*CPU);
  bool OfMachineCode =
      Options.Kinds.ofInstructions() && Options.Level == CodeLevel::Machine;
  Error E = Error::success();
  if (Options.Kinds.ofOperations() || !OfMachineCode)
    E = ModuleAnalyzer(M, Analyses, Options, Result).analyze();
  if (!E && OfMachineCode && !Options.CodeFollows) {
    E = Options.Run ? analyzeMachineRun(M, Options, Result)
                    : analyzeMachineLoops(M, Options, Result);
    if (E && Options.MachineCodeIfPossible && !Result.Regions.empty()) {
      std::string Why = llvm::toString(std::move(E));
      for (RegionReport &Region : Result.Regions)
        Region.Assumptions.push_back("no sensitivity, no causality: " + Why);
    }
  }
  if (E)
    return llvm::createStringError(Result.Input + ": " +
                                   llvm::toString(std::move(E)));
  if (!Options.DOTFile.empty() && !Result.Regions.empty() &&
      Result.Regions.front().get<ComputationDAG>())
    if (Error E = writeFileWhole(Options.DOTFile, [&](llvm::raw_ostream &OS) {
          printDOT(*Result.Regions.front().get<ComputationDAG>(), OS);
        }))
      return E;
  return Result;
}
