//===- ModuleRemarks.cpp - The remarks of one module, as it goes ----------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModuleRemarks.h"
#include "rafter/Uarch/ProcessorFile.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Target/TargetMachine.h"
#include <set>

using namespace rafter;
using llvm::Error;
using llvm::Expected;
using llvm::MachineFunction;

ModuleRemarks::ModuleRemarks(RemarkOptions Given, std::string OptionError,
                             std::shared_ptr<const RemarkDemand> Demand)
    : Options(std::move(Given)), Failure(std::move(OptionError)),
      Demand(std::move(Demand)) {
  if (!Failure.empty())
    return;
  auto F = RemarkFilter::create(Options);
  if (F)
    Filter = std::move(*F);
  else
    Failure = llvm::toString(F.takeError());
}

/// The CPUs that stand for what LLVM only knows as a family: common ones that
/// run the code, the same on every machine that builds.
static llvm::StringRef memberOf(llvm::StringRef Family, const llvm::Triple &T) {
  bool IsGeneric = Family.empty() || Family.starts_with("generic");
  if (T.getArch() == llvm::Triple::x86_64 && Family == "x86-64-v4")
    return "sapphirerapids";
  if (T.getArch() == llvm::Triple::x86_64 &&
      (IsGeneric || Family.starts_with("x86-64")))
    return "skylake";
  if (T.isAArch64() && IsGeneric)
    return "neoverse-n1";
  return "";
}

static bool isKnown(const ProcessorLibrary &Library, llvm::StringRef Name) {
  if (!Library.path(Name).empty())
    return true;
  auto File = Library.find(Name);
  if (!File)
    llvm::consumeError(File.takeError());
  return bool(File);
}

/// The name of the CPU that the code is for, and whether it only stands for a
/// family.
static Expected<std::pair<std::string, bool>>
nameOfProcessor(const MachineFunction &MF, const ProcessorLibrary &Library) {
  const llvm::TargetSubtargetInfo &Target = MF.getSubtarget();
  const llvm::Triple &T = MF.getTarget().getTargetTriple();
  // What the code needs says more than a family that it is tuned for.
  for (llvm::StringRef Name : {Target.getTuneCPU(), Target.getCPU()})
    if (memberOf(Name, T).empty() && isKnown(Library, Name))
      return std::pair(Name.str(), false);
  for (llvm::StringRef Name : {Target.getCPU(), Target.getTuneCPU()})
    if (llvm::StringRef Member = memberOf(Name, T); !Member.empty())
      return std::pair(Member.str(), true);
  return llvm::createStringError(
      "there is no CPU file for '" + Target.getCPU() +
      "', which the code is for; -rafter-cpu names another");
}

/// The CPU, and whether it only stands for a family.
static Expected<std::pair<Processor, bool>>
processorOf(const MachineFunction &MF, const RemarkOptions &Options) {
  std::string Name = Options.CPUName;
  bool IsStandIn = false;
  if (Name.empty() && Options.UarchFile.empty()) {
    auto Found = nameOfProcessor(
        MF, ProcessorLibrary(ProcessorLibrary::defaultDirectories()));
    if (!Found)
      return Found.takeError();
    std::tie(Name, IsStandIn) = std::move(*Found);
  }
  Expected<Processor> CPU =
      loadProcessor(Name, Options.UarchFile, Options.Overrides);
  if (!CPU)
    return CPU.takeError();
  CPU->FrameSeed = Options.FrameSeed;
  return std::pair(std::move(*CPU), IsStandIn);
}

/// Without a scheduling model every instruction would be alike, and every
/// figure made up.
static Error checkModel(const MachineFunction &MF, const Processor &CPU,
                        const TargetModel &Model) {
  // A model that is there and the CPU's own needs no remark.
  if (CPU.LLVMName.empty() || Model.remarks().empty())
    return Error::success();
  const llvm::TargetMachine &Target = MF.getTarget();
  std::unique_ptr<llvm::MCSubtargetInfo> Subtarget(
      Target.getTarget().createMCSubtargetInfo(Target.getTargetTriple(),
                                               CPU.LLVMName, ""));
  if (!Subtarget || Subtarget->getSchedModel().hasInstrSchedModel())
    return Error::success();
  return llvm::createStringError("LLVM has no scheduling model for '" +
                                 CPU.LLVMName + "', which the CPU file of '" +
                                 CPU.Name + "' names");
}

Error ModuleRemarks::addMachine(Processor CPU, const MachineFunction &MF,
                                bool IsPrinted, bool IsStandIn) {
  for (Machine &M : Machines)
    if (M.CPU.Name == CPU.Name)
      return Error::success();
  auto Model = TargetModel::create(MF.getTarget().getTargetTriple(), CPU);
  if (!Model)
    return Model.takeError();
  if (Error E = checkModel(MF, CPU, **Model))
    return E;
  Machines.push_back({std::move(CPU), std::move(*Model), IsPrinted, IsStandIn});
  return Error::success();
}

/// Budgets for another instruction set than that of the code are for other
/// compilations of the same source.
void ModuleRemarks::addDemanded(const std::string &Name,
                                const MachineFunction &MF) {
  RemarkOptions Other = Options;
  Other.CPUName = Name;
  Other.UarchFile.clear();
  auto Found = processorOf(MF, Other);
  if (Found && !Found->first.Architecture.empty() &&
      llvm::Triple(Found->first.Architecture + "--").getArch() !=
          MF.getTarget().getTargetTriple().getArch()) {
    Failures[Name] = std::nullopt;
    return;
  }
  Error Wrong = Found ? addMachine(std::move(Found->first), MF,
                                   /*IsPrinted=*/false, Found->second)
                      : Found.takeError();
  if (Wrong)
    Failures[Name] = llvm::toString(std::move(Wrong));
}

/// Once, when there is code with a loop. What goes wrong with the CPU that is
/// printed does not keep the others from being analysed.
Error ModuleRemarks::prepare(const MachineFunction &MF) {
  auto Found = processorOf(MF, Options);
  Error Wrong = Found ? addMachine(std::move(Found->first), MF,
                                   /*IsPrinted=*/true, Found->second)
                      : Found.takeError();
  if (Demand)
    for (const std::string &Name : Demand->CPUs)
      addDemanded(Name, MF);
  return Wrong;
}

bool ModuleRemarks::isNeeded(const SourceLocation &Loop) const {
  if (!Demand)
    return false;
  return Demand->AllLoops ||
         (Demand->Directives &&
          Demand->Directives->find(Loop.File, Loop.Line, Loop.Column));
}

/// Whether a way leads back: there is an edge to a block of the same or a
/// smaller number in every cycle.
static bool mayLoop(const MachineFunction &MF) {
  for (const llvm::MachineBasicBlock &B : MF)
    for (const llvm::MachineBasicBlock *Next : B.successors())
      if (Next->getNumber() <= B.getNumber())
        return true;
  return false;
}

void ModuleRemarks::fail(Error E, const llvm::Function *F) {
  std::string Why = llvm::toString(std::move(E));
  if (Failure.empty() && !Why.empty()) {
    Failure = std::move(Why);
    FailedIn = F;
  }
}

/// So many loops are explained whatever the size of the module, and one more
/// for so many instructions of machine code: the time of remarks is to stay
/// small beside that of the compilation, which grows with its code, and the
/// choice must not depend on the clock.
static constexpr uint64_t FreeLoops = 4;
static constexpr uint64_t InstructionsPerLoop = 300;

/// How many loops may be explained of a module of so much code.
static uint64_t explainedIn(uint64_t Instructions) {
  return FreeLoops + Instructions / InstructionsPerLoop;
}

void ModuleRemarks::note(const llvm::Function &F, const llvm::LoopInfo &Loops,
                         llvm::OptimizationLevel Level) {
  Sources.note(F, Loops);
  if (Filter && Options.Tries && !F.hasFnAttribute(llvm::Attribute::Cold) &&
      Filter->allowsFunction(F.getName(), F.getName()))
    Trials.keep(F, Loops, Level);
}

/// Leaves out the coldest loops that are not needed, where there are too many.
void ModuleRemarks::keepAffordable(std::vector<MachineLoop> &Loops,
                                   bool SayOthers) {
  std::vector<const MachineLoop *> Hottest;
  for (const MachineLoop &L : Loops)
    if (!isNeeded(L.Source))
      Hottest.push_back(&L);
  auto weight = [](const MachineLoop *L) {
    return L->Executions * L->OwnShare * L->Body.Path.size();
  };
  llvm::stable_sort(Hottest, [&](const MachineLoop *A, const MachineLoop *B) {
    return weight(A) > weight(B);
  });
  uint64_t Allowed = explainedIn(Instructions);
  // Copies of one loop of the source cost one analysis.
  std::set<std::pair<unsigned, unsigned>> Places;
  for (const MachineLoop *L : Hottest) {
    std::pair Place(L->Source.Line, L->Source.Column);
    // Nothing is to be explained of those with calls.
    if (Places.count(Place) || (L->Calls.empty() && Timed == Allowed))
      continue;
    Places.insert(Place);
    Timed += L->Calls.empty();
  }
  llvm::erase_if(Loops, [&](const MachineLoop &L) {
    if (isNeeded(L.Source) || Places.count({L.Source.Line, L.Source.Column}))
      return false;
    if (SayOthers)
      Silent.push_back({L, Silence::TooMany});
    return true;
  });
}

/// Where a remark on L stands.
static llvm::StringRef fileOf(const MachineLoop &L) {
  return L.Start ? L.Start->getFilename() : llvm::StringRef(L.Source.File);
}

void ModuleRemarks::analyze(MachineFunction &MF) {
  const llvm::Function &F = MF.getFunction();
  Instructions += MF.getInstructionCount();
  if (!Filter || !mayLoop(MF))
    return;
  bool AnyNeeded = Demand && (Demand->AllLoops || Demand->Directives);
  if (!AnyNeeded && (F.hasFnAttribute(llvm::Attribute::Cold) ||
                     !Filter->allowsFunction(F.getName(), F.getName())))
    return;
  if (!AnyNeeded && !wantsSilence(F.getContext())) {
    llvm::DominatorTree Dominators(const_cast<llvm::Function &>(F));
    if (!hasLoopWithoutCalls(llvm::LoopInfo(Dominators)))
      return;
  }
  if (!std::exchange(IsPrepared, true)) {
    Profile.emplace(*F.getParent());
    if (Error E = prepare(MF))
      fail(std::move(E), &F);
  }
  for (const Machine &M : Machines)
    if (Error E = analyzeOn(M, MF))
      fail(std::move(E), &F);
}

Error ModuleRemarks::analyzeOn(const Machine &M, MachineFunction &MF) {
  MachineLoopOptions Wanted;
  Wanted.AssumedValue = Options.AssumedValue;
  Wanted.AssumedTripCount = Options.AssumedTripCount;
  Wanted.Values = Options.Values;
  Wanted.WithoutLoops = false;
  Wanted.LeastShare = Options.LeastShare;
  Wanted.OuterLoops = true;
  Wanted.Keep = [this](const SourceLocation &Loop) { return isNeeded(Loop); };
  Wanted.IsForeign = [this](llvm::StringRef File) {
    return Filter->isForeign(File);
  };
  SaysSilence = wantsSilence(MF.getFunction().getContext());
  if (M.IsPrinted && SaysSilence)
    Wanted.LeftOut = [this](const LoopPlace &Loop) {
      Silent.push_back({Loop, Silence::Cold});
    };
  std::vector<MachineLoop> Loops;
  collectMachineLoops(MF, *M.Model, Wanted,
                      [&](MachineLoop L) { Loops.push_back(std::move(L)); });
  llvm::erase_if(Loops, [&](const MachineLoop &L) {
    return !isNeeded(L.Source) && (!M.IsPrinted || Profile->isForeign() ||
                                   !Filter->allowsFile(fileOf(L)));
  });
  keepAffordable(Loops, Wanted.LeftOut != nullptr);
  IsUnoptimized = MF.getTarget().getOptLevel() == llvm::CodeGenOptLevel::None;
  auto Times = timeLoops(std::move(Loops), contextOn(M));
  if (!Times)
    return Times.takeError();
  keepCounted(std::move(*Times), MF.getFunction(), M);
  return Error::success();
}

/// With a profile, other loops than those that it counted, often enough, are
/// not what takes time in the program.
void ModuleRemarks::keepCounted(std::vector<TimedLoop> Loops,
                                const llvm::Function &F, const Machine &On) {
  std::optional<uint64_t> Calls = ModuleProfile::calls(F);
  for (TimedLoop &L : Loops) {
    L.Remark.Calls = Calls;
    std::optional<Silence> Why;
    if (Profile->exists() && !Calls)
      Why = Silence::NotCounted;
    else if (Profile->exists() && Calls != 0u &&
             !Profile->isHot(*Calls * L.Remark.Iterations))
      Why = Silence::Cold;
    if (Why && !isNeeded(L.Code.Source))
      Silent.push_back({L.Code, *Why});
    else
      Found.push_back({std::move(L), &On});
  }
}

RemarkContext ModuleRemarks::contextOn(const Machine &M) const {
  return {M.CPU,
          Options,
          &Sources,
          Demand ? Demand->Directives.get() : nullptr,
          IsUnoptimized,
          M.IsStandIn,
          [this](const SourceLocation &Loop) { return isNeeded(Loop); },
          nullptr,
          !SaysSilence};
}

void ModuleRemarks::explainOne(FoundLoop &L, const llvm::Module &M) {
  if (std::exchange(L.IsExplained, true))
    return;
  RemarkContext Context = contextOn(*L.On);
  if (Trials.has(L.Loop.Remark.Symbol))
    Context.Try = [&](const TimedLoop &Of, const Variant &V) {
      return Trials.gain(Of, V, L.On->Model, L.On->CPU, Options);
    };
  if (Error E = explain(L.Loop, Context))
    fail(std::move(E), M.getFunction(L.Loop.Remark.Symbol));
}

/// Brings what was found in the order of M's functions, then of the source,
/// then of CPUs.
void ModuleRemarks::sortFound(const llvm::Module &M) {
  llvm::StringMap<size_t> Order;
  for (const llvm::Function &F : M)
    Order.insert({F.getName(), Order.size()});
  auto key = [&](const FoundLoop &L) {
    const LoopRemark &R = L.Loop.Remark;
    return std::tuple(Order.lookup(R.Symbol), R.Place.Line, R.Place.Column);
  };
  llvm::stable_sort(Found, [&](const FoundLoop &A, const FoundLoop &B) {
    return key(A) < key(B);
  });
}

LoopFindings ModuleRemarks::findings(llvm::StringRef Printed,
                                     const llvm::Module &M) const {
  LoopFindings All;
  for (const FoundLoop &L : Found)
    All.Remarks.push_back(L.Loop.Remark);
  All.CPU = Printed;
  All.Failures = Failures;
  All.Failure = Failure;
  // Without the CPU that the code is for, its budgets have no other.
  if (!Failure.empty() && Printed.empty())
    All.Failures[""] = Failure;
  All.HasPlaces = llvm::any_of(
      M, [](const llvm::Function &F) { return F.getSubprogram() != nullptr; });
  return All;
}

/// Those of the CPU that the code is for; the others have no weight here.
void ModuleRemarks::emit(const llvm::Module &M) {
  std::vector<LoopRemark> Own;
  std::vector<FoundLoop *> Loops;
  for (FoundLoop &L : Found)
    if (L.On->IsPrinted) {
      Own.push_back(L.Loop.Remark);
      Loops.push_back(&L);
    }
  RemarkChoice Choice;
  Choice.IsNeeded = [&](const LoopRemark &R) {
    const DirectiveTable *Said = Demand ? Demand->Directives.get() : nullptr;
    const LoopDirectives *D =
        Said ? Said->find(R.Place.File, R.Place.Line, R.Place.Column) : nullptr;
    return D && D->Analyze;
  };
  Choice.Explain = [&](size_t I) {
    explainOne(*Loops[I], M);
    Own[I] = Loops[I]->Loop.Remark;
  };
  Choice.Most = explainedIn(Instructions);
  ChosenRemarks Chosen = chooseRemarks(Own, *Filter, Choice);
  emitWhatFailed(M);
  for (size_t I : Chosen.Printed)
    if (const llvm::Function *F = M.getFunction(Own[I].Symbol))
      emitRemark(Own[I], *F, Loops[I]->Loop.Code.Start);
  if (!wantsSilence(M.getContext()))
    return;
  for (auto [I, Why] : Chosen.Silent)
    if (const llvm::Function *F = M.getFunction(Own[I].Symbol))
      emitSilence(Why, Own[I], *F, Loops[I]->Loop.Code.Start);
  for (const SilentLoop &L : Silent)
    if (const llvm::Function *F = M.getFunction(L.Place.Symbol))
      emitSilence(L.Why, LoopRemark(), *F, L.Place.Start);
}

/// Of a profile of other code, budgets need not hear.
void ModuleRemarks::emitWhatFailed(const llvm::Module &M) const {
  std::string Why = Failure;
  if (Why.empty() && Profile && Profile->isForeign())
    Why = (Options.ProfileName.empty() ? "the profile" : Options.ProfileName) +
          ": of other code: it counted no function of this file";
  if (Why.empty())
    return;
  for (const llvm::Function &F : M)
    if (!F.isDeclaration() && (!FailedIn || FailedIn == &F))
      return emitFailure(Why, F);
}

void ModuleRemarks::finish(const llvm::Module &M) {
  sortFound(M);
  for (FoundLoop &L : Found)
    if (isNeeded(L.Loop.Code.Source))
      explainOne(L, M);
  std::string Printed = Machines.empty() || !Machines.front().IsPrinted
                            ? ""
                            : Machines.front().CPU.Name;
  if (Demand && Demand->Sink)
    Demand->Sink(M, findings(Printed, M));
  if (Filter && wantsRemarks(M.getContext()))
    emit(M);
  else
    emitWhatFailed(M);
}
