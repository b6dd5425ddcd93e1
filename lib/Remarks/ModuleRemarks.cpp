//===- ModuleRemarks.cpp - The remarks of one module, as it goes ----------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModuleRemarks.h"
#include "rafter/Uarch/ProcessorFile.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Host.h"
#include <numeric>
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

/// Names that LLVM gives to a family of CPUs; no file is for one of them.
static bool isFamily(llvm::StringRef Name) {
  return Name.empty() || Name == "generic" || Name.starts_with("x86-64") ||
         Name.starts_with("generic-");
}

static bool isKnown(const ProcessorLibrary &Library, llvm::StringRef Name) {
  if (!Library.path(Name).empty())
    return true;
  auto File = Library.find(Name);
  if (!File)
    llvm::consumeError(File.takeError());
  return bool(File);
}

/// The name of the CPU that the code is for; where LLVM only knows a family,
/// the host.
static Expected<std::string> nameOfProcessor(const MachineFunction &MF,
                                             const ProcessorLibrary &Library) {
  const llvm::TargetSubtargetInfo &Target = MF.getSubtarget();
  for (llvm::StringRef Name : {Target.getTuneCPU(), Target.getCPU()})
    if (!isFamily(Name) && isKnown(Library, Name))
      return Name.str();
  llvm::Triple Host(llvm::sys::getProcessTriple());
  if (Host.getArch() == MF.getTarget().getTargetTriple().getArch())
    return "host";
  return llvm::createStringError(
      "there is no CPU file for '" + Target.getCPU() +
      "', which the code is for; -rafter-cpu names another");
}

static Expected<Processor> processorOf(const MachineFunction &MF,
                                       const RemarkOptions &Options) {
  ProcessorLibrary Library(ProcessorLibrary::defaultDirectories());
  std::string Name = Options.CPUName;
  if (Name.empty() && Options.UarchFile.empty()) {
    Expected<std::string> Found = nameOfProcessor(MF, Library);
    if (!Found)
      return Found.takeError();
    Name = std::move(*Found);
  }
  Expected<ProcessorFile> File = Options.UarchFile.empty()
                                     ? Library.find(Name)
                                     : readProcessorFile(Options.UarchFile);
  if (!File)
    return File.takeError();
  if (Error E = applyOverrides(File->CPU, Options.Overrides))
    return E;
  return std::move(File->CPU);
}

Error ModuleRemarks::addMachine(Processor CPU, const MachineFunction &MF,
                                bool IsPrinted) {
  for (Machine &M : Machines)
    if (M.CPU.Name == CPU.Name)
      return Error::success();
  auto Model = TargetModel::create(MF.getTarget().getTargetTriple(), CPU);
  if (!Model)
    return Model.takeError();
  Machines.push_back({std::move(CPU), std::move(*Model), IsPrinted});
  return Error::success();
}

/// Budgets for another instruction set than that of the code are for other
/// compilations of the same source.
void ModuleRemarks::addDemanded(const std::string &Name,
                                const MachineFunction &MF) {
  RemarkOptions Other = Options;
  Other.CPUName = Name;
  Other.UarchFile.clear();
  Expected<Processor> CPU = processorOf(MF, Other);
  if (CPU && !CPU->Architecture.empty() &&
      llvm::Triple(CPU->Architecture + "--").getArch() !=
          MF.getTarget().getTargetTriple().getArch()) {
    Failures[Name] = "";
    return;
  }
  Error Wrong = CPU ? addMachine(std::move(*CPU), MF, /*IsPrinted=*/false)
                    : CPU.takeError();
  if (Wrong)
    Failures[Name] = llvm::toString(std::move(Wrong));
}

/// Once, when there is code with a loop. What goes wrong with the CPU that is
/// printed does not keep the others from being analysed.
Error ModuleRemarks::prepare(const MachineFunction &MF) {
  Expected<Processor> CPU = processorOf(MF, Options);
  Error Wrong = CPU ? addMachine(std::move(*CPU), MF, /*IsPrinted=*/true)
                    : CPU.takeError();
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

/// So many loops are analysed whatever the size of the module, and one more for
/// so many instructions of machine code: the time of remarks is to stay small
/// beside that of the compilation, which grows with its code, and the choice
/// must not depend on the clock.
static constexpr uint64_t FreeLoops = 4;
static constexpr uint64_t InstructionsPerLoop = 300;

/// Leaves out the coldest loops that are not needed, where there are too many.
void ModuleRemarks::keepAffordable(std::vector<MachineLoop> &Loops) {
  std::vector<const MachineLoop *> Hottest;
  for (const MachineLoop &L : Loops)
    if (!isNeeded(L.Source))
      Hottest.push_back(&L);
  llvm::stable_sort(Hottest, [](const MachineLoop *A, const MachineLoop *B) {
    return A->Hotness > B->Hotness;
  });
  uint64_t Allowed = FreeLoops + Instructions / InstructionsPerLoop;
  // Copies of one loop of the source cost one analysis.
  std::set<std::pair<unsigned, unsigned>> Places;
  for (const MachineLoop *L : Hottest) {
    std::pair Place(L->Source.Line, L->Source.Column);
    if (Places.count(Place) || Analysed == Allowed)
      continue;
    Places.insert(Place);
    ++Analysed;
  }
  llvm::erase_if(Loops, [&](const MachineLoop &L) {
    return !isNeeded(L.Source) &&
           !Places.count({L.Source.Line, L.Source.Column});
  });
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
  if (!std::exchange(IsPrepared, true))
    if (Error E = prepare(MF))
      fail(std::move(E), &F);
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
  Wanted.Keep = [this](const SourceLocation &Loop) { return isNeeded(Loop); };
  std::vector<MachineLoop> Loops;
  collectMachineLoops(MF, *M.Model, Wanted,
                      [&](MachineLoop L) { Loops.push_back(std::move(L)); });
  llvm::erase_if(Loops, [&](const MachineLoop &L) {
    return !isNeeded(L.Source) &&
           (!M.IsPrinted || !Filter->allowsFile(L.Source.File));
  });
  keepAffordable(Loops);
  RemarkContext Context{M.CPU,
                        Options,
                        &Sources,
                        Demand ? Demand->Directives.get() : nullptr,
                        MF.getTarget().getOptLevel() ==
                            llvm::CodeGenOptLevel::None,
                        Wanted.Keep};
  auto Made = makeLoopRemarks(Loops, Context);
  if (!Made)
    return Made.takeError();
  setShares(*Made);
  for (LoopRemark &R : *Made) {
    auto Loop = llvm::find_if(Loops, [&](const MachineLoop &L) {
      return L.Source.File == R.Place.File && L.Source.Line == R.Place.Line &&
             L.Source.Column == R.Place.Column;
    });
    Places.push_back(Loop == Loops.end() ? nullptr : Loop->Start);
    Remarks.push_back(std::move(R));
  }
  return Error::success();
}

/// Positions in order of M's functions, then of the source, then of CPUs.
static std::vector<size_t> inOrder(llvm::ArrayRef<LoopRemark> Remarks,
                                   const llvm::Module &M) {
  llvm::StringMap<size_t> Order;
  for (const llvm::Function &F : M)
    Order.insert({F.getName(), Order.size()});
  std::vector<size_t> Positions(Remarks.size());
  std::iota(Positions.begin(), Positions.end(), 0);
  auto key = [&](size_t I) {
    const LoopRemark &R = Remarks[I];
    return std::tuple(Order.lookup(R.Symbol), R.Place.Line, R.Place.Column);
  };
  llvm::stable_sort(Positions,
                    [&](size_t A, size_t B) { return key(A) < key(B); });
  return Positions;
}

LoopFindings ModuleRemarks::findings(llvm::ArrayRef<LoopRemark> Sorted,
                                     llvm::StringRef Printed,
                                     const llvm::Module &M) const {
  LoopFindings Found;
  Found.Remarks = Sorted.vec();
  Found.CPU = Printed;
  Found.Failures = Failures;
  // Without the CPU that the code is for, its budgets have no other.
  if (!Failure.empty() && Printed.empty())
    Found.Failures[""] = Failure;
  Found.HasPlaces = llvm::any_of(
      M, [](const llvm::Function &F) { return F.getSubprogram() != nullptr; });
  return Found;
}

void ModuleRemarks::finish(const llvm::Module &M) {
  std::vector<LoopRemark> Sorted;
  std::vector<const llvm::DILocation *> Where;
  for (size_t I : inOrder(Remarks, M)) {
    Sorted.push_back(std::move(Remarks[I]));
    Where.push_back(Places[I]);
  }
  std::string Printed = Machines.empty() || !Machines.front().IsPrinted
                            ? ""
                            : Machines.front().CPU.Name;
  if (Demand && Demand->Sink)
    Demand->Sink(M, findings(Sorted, Printed, M));
  if (!Failure.empty())
    for (const llvm::Function &F : M)
      if (!F.isDeclaration() && (!FailedIn || FailedIn == &F)) {
        emitFailure(Failure, F);
        break;
      }
  if (!Filter || !wantsRemarks(M.getContext()))
    return;
  auto isAsked = [&](const LoopRemark &R) {
    const DirectiveTable *Said = Demand ? Demand->Directives.get() : nullptr;
    const LoopDirectives *D =
        Said ? Said->find(R.Place.File, R.Place.Line, R.Place.Column) : nullptr;
    return D && D->Analyze;
  };
  // Remarks of other CPUs have no weight here.
  std::vector<LoopRemark> Own;
  std::vector<size_t> Position;
  for (size_t I = 0; I != Sorted.size(); ++I)
    if (Sorted[I].CPU == Printed) {
      Own.push_back(Sorted[I]);
      Position.push_back(I);
    }
  for (size_t I : chooseRemarks(Own, *Filter, isAsked))
    if (const llvm::Function *F = M.getFunction(Own[I].Symbol))
      emitRemark(Own[I], *F, Where[Position[I]]);
}
