//===- AnalyzeModule.cpp - From a module to a report ----------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chooses the regions of a module, and makes a source of each.
//
//===----------------------------------------------------------------------===//

#include "AnalyzeModule.h"
#include "MachineRegions.h"
#include "ModuleSources.h"
#include "rafter/IR/CallCounts.h"
#include "rafter/IR/OperationMetadata.h"
#include "rafter/Passes/AnalyzeCode.h"
#include "rafter/Stream/Vocabularies.h"
#include "rafter/Support/SystemHeaders.h"
#include "rafter/Uarch/ProcessorFile.h"
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

static Origin describe(const llvm::Function &F) {
  Origin Region;
  Region.Name = Region.Function = sourceName(F);
  Region.Source = locationOf(F);
  return Region;
}

static Origin describe(const LoopNest &Nest) {
  Origin Region;
  Region.Function = sourceName(*Nest.Function);
  Region.Loop = Nest.Name;
  Region.Name = Region.Function + ", " + Nest.Name;
  Region.Source = Nest.Source;
  return Region;
}

/// Of the copies of one loop of the source that calls brought into a function,
/// the one that is executed most, as of machine loops; Copies: how many.
static std::vector<LoopNest> withoutCopies(std::vector<LoopNest> All,
                                           std::vector<size_t> &Copies) {
  std::vector<LoopNest> Kept;
  for (LoopNest &Nest : All) {
    auto Same = llvm::find_if(Kept, [&](const LoopNest &Other) {
      return Other.Function == Nest.Function && Other.Name == Nest.Name;
    });
    if (Same == Kept.end()) {
      Kept.push_back(std::move(Nest));
      Copies.push_back(1);
      continue;
    }
    ++Copies[Same - Kept.begin()];
    if (Nest.Hotness > Same->Hotness)
      *Same = std::move(Nest);
  }
  return Kept;
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
  Error analyzeWalk(Origin Where, const llvm::Function &F, WalkSource::Walk W);
  Error add(Source &S);

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

/// Adds what the methods find that play the IR.
Error ModuleAnalyzer::add(Source &S) {
  MethodTable Table(Options.OfMethods);
  MethodSet Asked = Options.Asked;
  if (Options.Level == CodeLevel::IR)
    addInstructions(S, Lowered.Code.Table, Result.CPU);
  else
    Asked.reset(Table.ofMachineCode(Asked));
  Expected<RegionReport> Region = Table.run(Asked, S, Result.CPU);
  if (!Region)
    return Region.takeError();
  Result.Regions.push_back(std::move(*Region));
  return Error::success();
}

Error ModuleAnalyzer::analyzeWalk(Origin Where, const llvm::Function &F,
                                  WalkSource::Walk W) {
  bool IsWarm = startsWarm(Options, &F, Result.CPU);
  WalkSource S(std::move(Where), Lowered.Code, std::move(W), IsWarm);
  return add(S);
}

Error ModuleAnalyzer::analyzeLoopNests() {
  std::vector<LoopNest> Nests = findLoopNests(M, Analyses);
  for (LoopNest &Nest : Nests)
    if (auto Calls = Result.Calls.find(Nest.Function->getName().str());
        Calls != Result.Calls.end())
      Nest.Hotness *= Calls->second;
  llvm::erase_if(Nests, [](const LoopNest &N) { return N.Hotness <= 0; });
  if (Nests.empty())
    return analyzeFunctions();
  std::vector<size_t> Copies;
  Nests = withoutCopies(std::move(Nests), Copies);
  std::vector<size_t> Hottest = hottest(Nests, Options.MaxRegions);
  Result.NestsLeftOut = Nests.size() - Hottest.size();
  for (size_t I : Hottest) {
    Origin Where = describe(Nests[I]);
    if (Copies[I] > 1)
      Where.assume("of " + std::to_string(Copies[I]) + " loops on " +
                   Nests[I].Name + " in " + Where.Function +
                   ", such as copies of a function that it calls, the one "
                   "that does most");
    if (Error E = analyzeWalk(std::move(Where), *Nests[I].Function,
                              [&](StaticEvents Events) {
                                return walkLoopNest(Lowered, Nests[I], Analyses,
                                                    Options.Walk, Events);
                              }))
      return E;
  }
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
    if (Error E = analyzeWalk(describe(*F), *F, [&](StaticEvents Events) {
          return walkFunction(Lowered, *F, Analyses, Options.Walk, Events);
        }))
      return E;
  return Error::success();
}

Error ModuleAnalyzer::analyzeRun() {
  StringRef Name =
      Options.Function.empty() ? Options.Program.Entry : Options.Function;
  RunSource S(M, Lowered, Options.Program, Result.CPU, Options.WarmCache,
              Options.Level == CodeLevel::IR);
  if (Error E = add(S))
    return E;
  Expected<llvm::Function *> F = findDefinition(M, Name);
  if (!F)
    return F.takeError();
  if (!S.wasEntered())
    return llvm::createStringError("the program never called '" + Name +
                                   "': " + S.From.Run->Description);
  Origin Where = describe(**F);
  RegionReport &Region = Result.Regions.back();
  Region.Name = Where.Name;
  Region.Function = Where.Function;
  Region.Source = Where.Source;
  return Error::success();
}

/// Nobody changes what stands in headers of the system: where no run was
/// counted, its functions come behind the others, as if they were called so
/// many times more seldom.
static constexpr double Foreignness = 1e12;

static void putForeignBehind(const llvm::Module &M, CallCounts &Calls) {
  for (const llvm::Function &F : M)
    if (!F.isDeclaration() && !F.getEntryCount() &&
        isSystemHeader(locationOf(F).File))
      Calls.insert({F.getName().str(), 1}).first->second /= Foreignness;
}

Expected<Report> rafter::analyzeModule(llvm::Module &M,
                                       llvm::FunctionAnalysisManager &Analyses,
                                       const AnalysisOptions &Options) {
  Report Result;
  Result.Input =
      Options.InputName.empty() ? M.getModuleIdentifier() : Options.InputName;
  Result.Overrides = Options.Overrides;
  Result.Operations = readOperations(M);
  const llvm::Function *Main = M.getFunction("main");
  Result.CouldRun = !Options.Run && Main && !Main->isDeclaration();
  Expected<Processor> CPU =
      loadProcessor(Options.CPUName, Options.UarchFile, Options.Overrides);
  if (!CPU)
    return CPU.takeError();
  if (!Options.UarchFile.empty())
    if (Error E = checkMachineModel(*CPU))
      return E;
  Result.CPU = std::move(*CPU);
  Result.CPU.FrameSeed = Options.FrameSeed;
  if (!Options.Run) {
    Result.Calls = estimateCalls(M, Analyses);
    putForeignBehind(M, Result.Calls);
  }
  MethodSet OfCode = MethodTable().ofMachineCode(Options.Asked);
  bool OfMachineCode = OfCode.any() && Options.Level == CodeLevel::Machine;
  Error E = Error::success();
  if (!OfMachineCode || OfCode != Options.Asked)
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
  return Result;
}
