//===- RemedyTrials.cpp - Remedies are tried in a build -------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RemedyTrials.h"
#include "AroundLoop.h"
#include "EntryTime.h"
#include "Remedies.h"
#include "rafter/CodeGen/GenerateCode.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"

using namespace rafter;
using llvm::Error;
using llvm::Expected;

/// Longer functions take too long to be compiled several times.
static constexpr unsigned MostInstructions = 3000;

bool rafter::hasLoopWithoutCalls(const llvm::LoopInfo &Loops) {
  return llvm::any_of(Loops.getLoopsInPreorder(), [](const llvm::Loop *L) {
    return L->isInnermost() && llvm::none_of(L->blocks(), [](auto *B) {
             return llvm::any_of(*B, [](const llvm::Instruction &I) {
               auto *Call = llvm::dyn_cast<llvm::CallBase>(&I);
               return Call && !Call->isInlineAsm() &&
                      !llvm::isa<llvm::IntrinsicInst>(Call);
             });
           });
  });
}

void RemedyTrials::keep(const llvm::Function &F, const llvm::LoopInfo &Loops,
                        llvm::OptimizationLevel Level) {
  if (!Loops.empty() && F.getInstructionCount() <= MostInstructions &&
      hasLoopWithoutCalls(Loops))
    Functions[F.getName()] = {copyAlone(F), Level};
}

/// Notes the loops of M's function.
static void noteLoops(const llvm::Module &M, SourceLoops &Sources) {
  for (const llvm::Function &F : M)
    if (!F.isDeclaration()) {
      llvm::DominatorTree Dominators(const_cast<llvm::Function &>(F));
      Sources.note(F, llvm::LoopInfo(Dominators));
    }
}

namespace {

/// What compilers say of a trial is of code that nobody wrote.
struct SilentHandler final : llvm::DiagnosticHandler {
  bool handleDiagnostics(const llvm::DiagnosticInfo &) override { return true; }
};

} // namespace

/// A loop in a copy.
struct RemedyTrials::CopyTime {
  /// Of an iteration, with what branches on data cost.
  double Cycles;
  /// Iterations of the source that the code does at once.
  double AtOnce;
  /// Of an iteration.
  double Slots;
  /// In slots, about: what LLVM thinks that code takes.
  std::optional<AroundLoop> Around;
  bool HasVectors;
  /// There are ways through it, of which the likeliest is followed. Where they
  /// are those of single lanes, it does without some of them, which is not what
  /// an iteration takes.
  bool HasWays;
};

static bool beginsAt(llvm::DebugLoc At, const SourceLocation &Place) {
  return At && At.getLine() == Place.Line && At.getCol() == Place.Column;
}

/// What is executed for each entry of the loop at Place of M's function.
static std::optional<AroundLoop> aroundLoopAt(llvm::Module &M,
                                              const SourceLocation &Place) {
  Expected<std::unique_ptr<llvm::TargetMachine>> Machine =
      createTargetMachine(M, M.getTargetTriple());
  if (!Machine) {
    llvm::consumeError(Machine.takeError());
    return std::nullopt;
  }
  for (llvm::Function &F : M) {
    if (F.isDeclaration())
      continue;
    llvm::DominatorTree Dominators(F);
    llvm::TargetTransformInfo Costs = (*Machine)->getTargetTransformInfo(F);
    return aroundLoop(
        F, llvm::LoopInfo(Dominators),
        [&](const llvm::Loop &L) { return beginsAt(L.getStartLoc(), Place); },
        [&](const llvm::Instruction &I) {
          llvm::InstructionCost Cost = Costs.getInstructionCost(
              &I, llvm::TargetTransformInfo::TCK_CodeSize);
          return Cost.isValid() ? double(Cost.getValue()) : 0;
        });
  }
  return std::nullopt;
}

/// The last line of the code on L's path.
static unsigned lastLine(const MachineLoop &L) {
  unsigned Last = L.Source.Line;
  for (ExecutedInstruction E : L.Body.Path) {
    const StaticInstruction &I = L.Table.Instructions[E & ~TakenBit];
    const SourceLocation &At = L.Table.Locations[I.Location];
    if (At.File == L.Source.File)
      Last = std::max(Last, At.Line);
  }
  return Last;
}

/// The time of Loop when Bitcode is compiled with V. IsCounted:
/// it is known how many iterations of the source the code does at once.
Expected<std::optional<RemedyTrials::CopyTime>> RemedyTrials::timeOfCopy(
    llvm::ArrayRef<char> Bitcode, llvm::OptimizationLevel Level,
    const Variant &V, const MachineLoop &Loop, bool IsCounted,
    const std::shared_ptr<const TargetModel> &Model, RemarkContext Context) {
  const SourceLocation &Place = Loop.Source;
  // Code that is made of it may begin behind its own beginning.
  const unsigned Last = lastLine(Loop);
  llvm::LLVMContext Own;
  Own.setDiagnosticHandler(std::make_unique<SilentHandler>());
  Expected<std::unique_ptr<llvm::Module>> M = changedCopy(Bitcode, V, Own);
  if (!M)
    return M.takeError();
  if (!*M)
    return std::nullopt;
  SourceLoops Sources;
  noteLoops(**M, Sources);
  if (Error E = optimizeCopy(**M, Level))
    return E;
  std::optional<AroundLoop> Around = aroundLoopAt(**M, Place);
  Context.Sources = &Sources;
  // Of the others only the weight is wanted.
  Context.SkipsHopeless = true;
  Context.Needed = [&](const SourceLocation &Begin) {
    return Begin.Line == Place.Line && Begin.Column == Place.Column;
  };
  MachineLoopOptions Wanted;
  Wanted.AssumedValue = Context.Options.AssumedValue;
  Wanted.AssumedTripCount = Context.Options.AssumedTripCount;
  Wanted.Values = Context.Options.Values;
  Wanted.WithoutLoops = false;
  Wanted.OuterLoops = true;
  std::vector<MachineLoop> Loops;
  if (Error E = generateCode(
          **M, (*M)->getTargetTriple(), Model, Wanted, [&](MachineLoop L) {
            if (!L.IsInnermost ||
                (L.Source.Line >= Place.Line && L.Source.Line <= Last))
              Loops.push_back(std::move(L));
          }))
    return E;
  Expected<std::vector<TimedLoop>> Timed = timeLoops(std::move(Loops), Context);
  if (!Timed)
    return Timed.takeError();
  const TimedLoop *Found = nullptr;
  for (const TimedLoop &L : *Timed)
    if (L.Code.Source.Column == Place.Column &&
        L.Remark.VectorFactor.has_value() == IsCounted &&
        (!Found || L.Remark.Weight > Found->Remark.Weight))
      Found = &L;
  if (!Found)
    return std::nullopt;
  double AtOnce = Found->Remark.VectorFactor.value_or(1);
  const bool HasVectors =
      llvm::any_of(Found->Code.Operations,
                   [](const LoopOperation &O) { return O.Lanes > 1; });
  return CopyTime{Found->Remark.Cycles + missedCycles(*Found, Context.CPU),
                  AtOnce,
                  slotsOf(Found->Code) / AtOnce,
                  Around,
                  HasVectors,
                  hasWays(Found->Code)};
}

/// What the copy takes as it is may differ by so much from what the loop takes:
/// otherwise it is compiled in another way.
static constexpr double MostDifference = 0.1;

/// The longest latency of a division on the path of Code.
static double longestDivision(const MachineLoop &Code) {
  unsigned Longest = 0;
  for (ExecutedInstruction E : Code.Body.Path) {
    const StaticInstruction &I = Code.Table.Instructions[E & ~TakenBit];
    if (I.Class == InstructionClass::FloatDivide)
      Longest = std::max(Longest, latencyOf(I, Code.Table));
  }
  return Longest;
}

/// Whether each iteration of the source waits for the one before it: it takes
/// no less than one of the operations that are blamed.
static bool isSerialChain(const TimedLoop &L) {
  unsigned Shortest = ~0u;
  for (ExecutedInstruction E : L.Code.Body.Path) {
    const StaticInstruction &I = L.Code.Table.Instructions[E & ~TakenBit];
    if (I.Class == L.Remark.BlamedClass)
      Shortest = std::min(Shortest, latencyOf(I, L.Code.Table));
  }
  return L.Remark.Cycles >= Shortest;
}

static bool changes(const Variant &V, ChangeKind Kind) {
  return llvm::any_of(V.Changes,
                      [&](const LoopChange &C) { return C.Kind == Kind; });
}

/// Cycles of what V moves out of the loop L: a division, unless by a constant,
/// whose reciprocal is one; the load of what becomes a variable.
static double hoistedBy(const Variant &V, const TimedLoop &L,
                        const Processor &CPU) {
  if (changes(V, ChangeKind::Reciprocal))
    return L.Source && !L.Source->DividesByVariables ? 0
                                                     : longestDivision(L.Code);
  return changes(V, ChangeKind::PromotePlaces)
             ? CPU.Memory[unsigned(DataLevel::L1)].Latency
             : 0;
}

/// Cycles and slots of an entry for what partial results need beside joining
/// them: they begin with zero, and what is left over is looked for. With the
/// first load these are what plain sums of doubles take more, of which eight
/// and eleven are 1.30 and 1.21 times as fast, single-stepped through llvm-mca
/// for a Skylake (docs/data/remarks.md, the fifteenth draw), and sums in a nest
/// 1.5 times for eight and 1.1 times for six.
static constexpr double SetUpCycles = 5, SetUpSlots = 6;
/// Slots of moving a partial result and adding it up.
static constexpr double SlotsOfJoining = 2;

/// What is done for each entry may take so much more than is counted: of 69
/// conditions in two draws twelve were too low (docs/data/remarks.md).
static constexpr double Doubt = 1.25;

static EntryTime withDoubt(EntryTime T) {
  T.Joinings *= Doubt;
  T.Hoisted *= Doubt;
  T.BesideSlots *= Doubt;
  return T;
}

std::optional<TriedGain>
RemedyTrials::gain(const TimedLoop &L, const Variant &V,
                   const std::shared_ptr<const TargetModel> &Model,
                   const Processor &CPU, const RemarkOptions &Options) const {
  auto It = Functions.find(L.Remark.Symbol);
  if (It == Functions.end())
    return std::nullopt;
  TrialScope Scope;
  auto time = [&](const Variant &Of) -> std::optional<CopyTime> {
    Expected<std::optional<CopyTime>> Time =
        timeOfCopy(It->second.Bitcode, It->second.Level, Of, L.Code,
                   L.Remark.VectorFactor.has_value(), Model,
                   {CPU, Options, nullptr, nullptr, false, false, nullptr,
                    nullptr, false});
    // What cannot be tried is not advised.
    if (!Time) {
      llvm::consumeError(Time.takeError());
      return std::nullopt;
    }
    return *Time;
  };
  double Before = L.Remark.Cycles + missedCycles(L, CPU);
  if (L.Remark.OnData)
    Before -= L.Remark.OnData->Cycles;
  std::optional<CopyTime> Same = time(Variant());
  if (!Same || std::abs(Same->Cycles - Before) > MostDifference * Before)
    return std::nullopt;
  std::optional<CopyTime> Changed = time(V);
  const bool MakesLanes = splitsChains(V) ||
                          changes(V, ChangeKind::Vectorize) ||
                          changes(V, ChangeKind::NoOverlap);
  if (!Changed || !(Changed->Cycles > 0) ||
      (changes(V, ChangeKind::Vectorize) && !Changed->HasVectors) ||
      (changes(V, ChangeKind::NoUnroll) && Changed->AtOnce >= Same->AtOnce) ||
      (MakesLanes && Changed->AtOnce > Same->AtOnce && Changed->HasWays))
    return std::nullopt;
  // What is only unrolled takes as long for each iteration, also where vectors
  // hold parts of one.
  bool IsOneByOne =
      Same->AtOnce == 1 ||
      llvm::is_contained(L.Remark.Differences, LoopDifference::NotVectorized) ||
      (splitsChains(V) && isSerialChain(L));
  double Alone = IsOneByOne ? 1 : Same->AtOnce;
  double Single = Same->Cycles * Alone, SingleSlots = Same->Slots * Alone;
  // Chains of entries that do not wait for each other overlap.
  OverlapWindow Window;
  if (splitsChains(V) && L.Source && L.Source->EntriesOverlap)
    Window = {CPU.buffer(BufferKind::ReorderBuffer), CPU.Core.RenameWidth};
  // Of vectors before and after, what is left over is not known well enough.
  bool DoesMore = IsOneByOne && Changed->AtOnce >= 2;
  double Hoisted = hoistedBy(V, L, CPU);
  double Joinings = joiningsOf(V, Changed->AtOnce);
  double BesideSlots = 0, FirstLoad = 0;
  if (DoesMore && Same->Around && Changed->Around)
    BesideSlots = addedCost(*Same->Around, *Changed->Around);
  // What joins partial results is beside the loop as well, and waits for them.
  if (Joinings == 0) {
    Hoisted += BesideSlots / CPU.Core.RenameWidth;
  } else if (DoesMore) {
    FirstLoad = CPU.Memory[unsigned(DataLevel::L1)].Latency;
    Hoisted += SetUpCycles + halvingsOf(V, Changed->AtOnce);
    const double Usual = Joinings * SlotsOfJoining + SetUpSlots;
    Hoisted += std::max(BesideSlots - Usual, 0.0) / CPU.Core.RenameWidth;
    BesideSlots = std::max(BesideSlots, Usual);
  }
  const bool LeavesSome =
      DoesMore && Changed->Around && Changed->Around->LeavesSome;
  EntryTime Old = {Same->Cycles, Same->AtOnce, Single, 0, 0,
                   Same->Slots,  SingleSlots,  Window};
  EntryTime New = {Changed->Cycles, Changed->AtOnce, Single,      Joinings,
                   Hoisted,         Changed->Slots,  SingleSlots, Window,
                   BesideSlots,     LeavesSome};
  Old.FirstLoad = New.FirstLoad = FirstLoad;
  if (L.Code.IsProfiled && L.Code.Entries > 0) {
    double N =
        L.Code.Executions / L.Code.Entries * L.Remark.VectorFactor.value_or(1);
    return TriedGain{Old.perIteration(N) / New.perIteration(N)};
  }
  TriedGain Gain = {Same->Cycles / Changed->Cycles};
  if (DoesMore)
    Gain.AtOnce = Changed->AtOnce;
  bool IsKnownToBeLong = L.Source && L.Source->Length == LoopLength::Long;
  if ((DoesMore || Hoisted > 0) && !IsKnownToBeLong)
    Gain.PaysFrom = paysFrom(Old, withDoubt(New), Options.Threshold);
  if (Gain.PaysFrom == 1u)
    Gain.PaysFrom.reset();
  return Gain;
}
