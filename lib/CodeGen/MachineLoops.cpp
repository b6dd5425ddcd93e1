//===- MachineLoops.cpp - The loops of generated machine code -------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass computes what it needs itself and preserves all: code generation
// goes on as if it were not there.
//
//===----------------------------------------------------------------------===//

#include "rafter/CodeGen/MachineLoops.h"
#include "AddressPatterns.h"
#include "LoopPassages.h"
#include "MachineLowering.h"
#include "rafter/IR/UserPlace.h"
#include "llvm/CodeGen/MachineBlockFrequencyInfo.h"
#include "llvm/CodeGen/MachineDominators.h"
#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/MachineLoopInfo.h"
#include "llvm/CodeGen/MachineMemOperand.h"
#include "llvm/CodeGen/PseudoSourceValue.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace rafter {

// The namespace has a type of this name, too.
using LoopOfMachine = llvm::MachineLoop;

std::string sourceName(const Function &F) {
  if (const DISubprogram *Source = F.getSubprogram())
    return Source->getName().str();
  return demangle(F.getName());
}

SourceLocation locationOf(const DILocation *Start) {
  if (!Start || Start->getLine() == 0)
    return {};
  return {Start->getFilename().str(), Start->getLine(), Start->getColumn()};
}

SourceLocation locationOf(const Function &F) {
  const DISubprogram *Source = F.getSubprogram();
  if (!Source)
    return {};
  return {Source->getFilename().str(), Source->getLine(), 0};
}

namespace {

/// Collects from one function.
class Collector {
public:
  Collector(MachineFunction &MF, const TargetModel &Model,
            const MachineLoopOptions &Options, const MachineLoopSink &Sink)
      : MF(MF), F(MF.getFunction()), Model(Model), Options(Options), Sink(Sink),
        Dominators(MF), Loops(Dominators),
        Frequencies(MF, Probabilities, Loops), Patterns(F, Options) {}

  void collect();

private:
  /// An innermost loop before its code is looked at.
  struct Candidate {
    rafter::MachineLoop Result;
    const LoopOfMachine *Code = nullptr;
    Loop *Source = nullptr;
    std::vector<PathInstruction> Instructions, OtherWay;

    /// Instructions that are executed for each call of the function.
    double weight() const {
      return Result.Executions * Result.OwnShare * Instructions.size();
    }
  };
  std::optional<Candidate> examine(const LoopOfMachine &L, size_t Number);
  const DILocation *shownAt(const DILocation *Start) const;
  void setExecutions(rafter::MachineLoop &Result, const LoopOfMachine &L);
  double iterationsByFrequency(const LoopOfMachine &L) const;
  bool isWanted(const Candidate &C, ArrayRef<Candidate> All,
                double AllWeight) const;
  void collectBody();
  void setHotness(rafter::MachineLoop &Result, size_t Instructions,
                  const LoopOfMachine *L);
  double iterationsOf(const LoopOfMachine *L, const Loop *Source,
                      uint64_t TripCount) const;
  void addSpills(rafter::MachineLoop &Result,
                 ArrayRef<PathInstruction> Instructions) const;
  void finish(rafter::MachineLoop Result,
              ArrayRef<PathInstruction> Instructions,
              ArrayRef<PathInstruction> OtherWay, const LoopOfMachine *L);
  /// What code is to a loop: its path, another one, or on the way to the loop
  /// or from it.
  enum class WayOf { Path, OtherPath, Passage };
  StraightCode addCode(rafter::MachineLoop &Result, InstructionBuilder &Builder,
                       uint32_t Function,
                       ArrayRef<PathInstruction> Instructions, WayOf Way);

  MachineFunction &MF;
  Function &F;
  const TargetModel &Model;
  const MachineLoopOptions &Options;
  const MachineLoopSink &Sink;
  MachineDominatorTree Dominators;
  MachineLoopInfo Loops;
  MachineBranchProbabilityInfo Probabilities;
  MachineBlockFrequencyInfo Frequencies;
  AddressPatterns Patterns;
};

} // namespace

/// Instructions of one pass around the loops in a loop; fewer are not worth a
/// word.
static constexpr size_t LeastOwnWork = 16;

void Collector::collect() {
  SmallVector<LoopOfMachine *> All = Loops.getLoopsInPreorder();
  if (All.empty())
    return Options.WithoutLoops ? collectBody() : void();
  // By the place of their headers.
  llvm::stable_sort(All, [](const LoopOfMachine *A, const LoopOfMachine *B) {
    return A->getHeader()->getNumber() < B->getHeader()->getNumber();
  });
  std::vector<Candidate> Candidates;
  double AllWeight = 0;
  for (auto [Number, L] : enumerate(All))
    if (L->isInnermost() || Options.OuterLoops)
      if (std::optional<Candidate> C = examine(*L, Number)) {
        AllWeight += C->weight();
        Candidates.push_back(std::move(*C));
      }
  for (Candidate &C : Candidates) {
    if (!isWanted(C, Candidates, AllWeight)) {
      if (Options.LeftOut)
        Options.LeftOut(C.Result);
      continue;
    }
    Patterns.enter(C.Source);
    finish(C.Result, C.Instructions, C.OtherWay, C.Code);
  }
}

/// A loop with loops in it counts for itself where it has more weight than
/// they, or where the likeliest pass goes around them: without a profile nobody
/// knows how rarely they iterate.
bool Collector::isWanted(const Candidate &C, ArrayRef<Candidate> All,
                         double AllWeight) const {
  const rafter::MachineLoop &L = C.Result;
  if (Options.Keep && Options.Keep(L.Source))
    return true;
  if (!L.IsInnermost) {
    double Inner = 0;
    for (const Candidate &Other : All)
      if (&Other != &C && C.Code->contains(Other.Code))
        Inner += Other.weight();
    if (C.weight() < Inner)
      return !L.IsProfiled && !L.hasInner() &&
             C.Instructions.size() >= LeastOwnWork;
  }
  return C.weight() >= Options.LeastShare * AllWeight;
}

/// The memory operand of MI for its Index-th load or store; null if unknown.
static const MachineMemOperand *memoryOperand(const MachineInstr &MI,
                                              bool IsStore, unsigned Index) {
  const MachineMemOperand *Last = nullptr;
  for (const MachineMemOperand *Access : MI.memoperands()) {
    if (IsStore ? !Access->isStore() : !Access->isLoad())
      continue;
    Last = Access;
    if (Index-- == 0)
      return Access;
  }
  return Last;
}

/// Adds Instructions to Result's table.
StraightCode Collector::addCode(rafter::MachineLoop &Result,
                                InstructionBuilder &Builder, uint32_t Function,
                                ArrayRef<PathInstruction> Instructions,
                                WayOf Way) {
  const bool IsPath = Way == WayOf::Path;
  SmallVector<const MachineInstr *, 64> Code;
  for (const PathInstruction &P : Instructions)
    Code.push_back(P.Instruction);
  // The instruction that each one of the table comes from.
  std::vector<uint32_t> Origins;
  TableRange Range = Builder.addBlock(Code, Function, &Origins);
  StraightCode Added;
  std::vector<AddressPatterns::OperandFacts> Facts;
  for (uint32_t I = 0; I != Range.size(); ++I) {
    const PathInstruction &P = Instructions[Origins[I]];
    // Of several instructions for one, the last one branches.
    bool IsLast = I + 1 == Range.size() || Origins[I + 1] != Origins[I];
    Added.Path.push_back((Range.Begin + I) |
                         (P.Taken && IsLast ? TakenBit : 0));
    unsigned LoadsSeen = 0, StoresSeen = 0, Number = 0;
    if (IsPath && IsLast &&
        mayGoElsewhere(*P.Instruction, Loops, F.hasProfileData()))
      Result.Branches.push_back(
          {uint32_t(Added.Path.size() - 1), P.Probability,
           mayGoElsewhere(*P.Instruction, Loops, /*IsProfiled=*/false)});
    else if (IsPath && IsLast && Result.IsInnermost &&
             mayLeave(*P.Instruction, Loops))
      Result.Exits.push_back(
          {uint32_t(Added.Path.size() - 1), P.Probability, false});
    for (const MemoryOperand &Operand :
         Result.Table.memory(Result.Table.Instructions[Range.Begin + I])) {
      unsigned Index = Operand.IsStore ? StoresSeen++ : LoadsSeen++;
      const MachineMemOperand *Access =
          memoryOperand(*P.Instruction, Operand.IsStore, Index);
      const bool IsPushed =
          !Access && Operand.AddressForm == MemoryOperand::StackForm;
      Added.Addresses.push_back(
          IsPushed ? Patterns.stackTop(*P.Instruction)
                   : Patterns.pattern(*P.Instruction, Access, Number));
      ++Number;
      Facts.push_back(Patterns.factsOf(Operand, Access));
    }
  }
  if (Way != WayOf::Passage)
    Patterns.keepApart(Added.Addresses, Facts);
  return Added;
}

/// Iterations of the loop Source each time it is entered, L or one around L in
/// the machine code: its TripCount if that is known, or what LLVM's block
/// frequencies say. (Assumed counts of nests multiply to anything.)
double Collector::iterationsOf(const LoopOfMachine *L, const Loop *Source,
                               uint64_t TripCount) const {
  if (!Patterns.isGuessed(Source))
    return TripCount;
  for (; L; L = L->getParentLoop()) {
    const MachineBasicBlock *Header = L->getHeader();
    const BasicBlock *B = Header->getBasicBlock();
    if (!B || Patterns.loopOf(B) != Source)
      continue;
    return std::min(iterationsByFrequency(*L), double(TripCount));
  }
  return TripCount;
}

/// How often L iterates each time it is entered, by LLVM's block frequencies.
double Collector::iterationsByFrequency(const LoopOfMachine &L) const {
  const MachineBasicBlock *Header = L.getHeader();
  double All = Frequencies.getBlockFreqRelativeToEntryBlock(Header);
  double Again = 0;
  for (const MachineBasicBlock *Latch : Header->predecessors())
    if (L.contains(Latch)) {
      BranchProbability P = Probabilities.getEdgeProbability(Latch, Header);
      Again += Frequencies.getBlockFreqRelativeToEntryBlock(Latch) *
               P.getNumerator() / P.getDenominator();
    }
  return All > Again ? std::max(All / (All - Again), 1.0) : 1;
}

/// Machine iterations of L, whose source loop has been entered, for each call
/// of the function. A profile has told the block frequencies; without one they
/// do not know of trip counts that are constants.
void Collector::setExecutions(rafter::MachineLoop &Result,
                              const LoopOfMachine &L) {
  double &N = Result.Executions, &Entries = Result.Entries;
  N = Frequencies.getBlockFreqRelativeToEntryBlock(L.getHeader());
  Entries = N / iterationsByFrequency(L);
  Result.IsProfiled = F.hasProfileData();
  if (Result.IsProfiled)
    return;
  SmallVector<uint64_t, 3> Counts = Patterns.tripCounts();
  for (const LoopOfMachine *Around = &L; Around;
       Around = Around->getParentLoop()) {
    const Loop *Source = Patterns.loopOf(Around->getHeader()->getBasicBlock());
    const auto *Known = llvm::find(Patterns.entered(), Source);
    if (Known == Patterns.entered().end() || Patterns.isGuessed(Source))
      continue;
    double More = Counts[Known - Patterns.entered().begin()] /
                  iterationsByFrequency(*Around);
    N *= More;
    if (Around != &L)
      Entries *= More;
  }
}

/// An estimate by the same numbers as the addresses. L: null for a function.
void Collector::setHotness(rafter::MachineLoop &Result, size_t Instructions,
                           const LoopOfMachine *L) {
  Result.Symbol = F.getName().str();
  Result.Function = sourceName(F);
  Result.Body.TripCounts = Patterns.tripCounts();
  double Executions =
      L ? Frequencies.getBlockFreqRelativeToEntryBlock(L->getHeader()) : 1;
  double Entries = std::min(Executions, 1.0);
  bool IsEntered = true;
  for (auto [Source, Count] :
       zip_equal(Patterns.entered(), Result.Body.TripCounts)) {
    IsEntered &= Count != 0;
    Count = std::max<uint64_t>(Count, 1);
    if (Source != Patterns.entered().front())
      Entries *= iterationsOf(L, Source, Count);
  }
  Result.Hotness = IsEntered ? Entries * Instructions : 0;
  if (!Result.Body.TripCounts.empty())
    Result.Hotness *= Result.Body.TripCounts.front();
}

void Collector::addSpills(rafter::MachineLoop &Result,
                          ArrayRef<PathInstruction> Instructions) const {
  const MachineFrameInfo &Frame = MF.getFrameInfo();
  for (const PathInstruction &P : Instructions)
    for (const MachineMemOperand *Access : P.Instruction->memoperands())
      if (auto *Slot = dyn_cast_or_null<FixedStackPseudoSourceValue>(
              Access->getPseudoValue()))
        Result.Spills += Frame.isSpillSlotObjectIndex(Slot->getFrameIndex());
}

/// The operations of the loop entered. Those on the path are in its blocks, or
/// came there with their places when code generation copied or moved them.
static std::vector<LoopOperation>
operationsOf(AddressPatterns &Patterns,
             ArrayRef<PathInstruction> Instructions) {
  SmallPtrSet<const BasicBlock *, 16> Blocks;
  std::set<std::pair<unsigned, unsigned>> Places;
  for (const PathInstruction &P : Instructions) {
    Blocks.insert(P.Instruction->getParent()->getBasicBlock());
    if (const DebugLoc &Where = P.Instruction->getDebugLoc())
      Places.insert({Where.getLine(), Where.getCol()});
  }
  std::vector<LoopOperation> Result = Patterns.operations(Blocks);
  for (LoopOperation &O : Result)
    O.OnPath |= Places.count({O.Line, O.Column}) != 0;
  return Result;
}

/// Result's source loop has been entered. L: null for a function.
void Collector::finish(rafter::MachineLoop Result,
                       ArrayRef<PathInstruction> Instructions,
                       ArrayRef<PathInstruction> OtherWay,
                       const LoopOfMachine *L) {
  InstructionBuilder Builder(Model, Result.Table);
  for (const PathInstruction &P : Instructions) {
    if (P.Instruction->isCall())
      Result.Calls.push_back(calleeOf(*P.Instruction));
    Result.HasAssembly |= isAssembly(*P.Instruction);
  }
  uint32_t Function = Builder.addFunction(Result.Function);
  // Assumes again what the patterns need.
  Patterns.tripCounts();
  StraightCode Code =
      addCode(Result, Builder, Function, Instructions, WayOf::Path);
  Result.Body.Path = std::move(Code.Path);
  Result.Body.Addresses = std::move(Code.Addresses);
  if (Result.Body.Path.empty())
    return;
  Result.OtherWay =
      addCode(Result, Builder, Function, OtherWay, WayOf::OtherPath);
  auto *Call = find_if(OtherWay, [](const PathInstruction &P) {
    return P.Instruction->isCall();
  });
  if (Call != OtherWay.end())
    Result.OtherWayCall = calleeOf(*Call->Instruction);
  if (L && Options.WithPassages) {
    LoopPassages Around = passagesOf(*L, Loops, Probabilities);
    auto add = [&](ArrayRef<PathInstruction> Passage) {
      return addCode(Result, Builder, Function, Passage, WayOf::Passage);
    };
    Result.Body.Before = add(Around.Before);
    Result.Body.After = add(Around.After);
    Result.ToNext = add(Around.ToNext);
  }
  addSpills(Result, Instructions);
  Result.Operations = operationsOf(Patterns, Instructions);
  Result.Assumptions = Patterns.assumptions();
  Sink(std::move(Result));
}

std::optional<Collector::Candidate> Collector::examine(const LoopOfMachine &L,
                                                       size_t Number) {
  const MachineBasicBlock *Header = L.getHeader();
  std::vector<const MachineBasicBlock *> Path =
      pathThrough(L, Loops, Frequencies, Probabilities, F.hasProfileData());
  Candidate C;
  C.Instructions = instructionsOf(Path, Header, Probabilities);
  if (!F.hasProfileData()) {
    OtherPath Other = otherPath(L, Path, Loops, Probabilities);
    C.OtherWay = instructionsOf(Other.Blocks, Header, Probabilities);
    if (Other.Branch && Other.Branch->getDebugLoc())
      C.Result.OtherWayLine = Other.Branch->getDebugLoc().getLine();
  }
  size_t Own = count_if(C.Instructions, [&](const PathInstruction &P) {
    return Loops.getLoopFor(P.Instruction->getParent()) == &L;
  });
  if (Own == 0)
    return std::nullopt;
  C.Source = Patterns.loopOf(Header->getBasicBlock());
  C.Code = &L;
  rafter::MachineLoop &Result = C.Result;
  Result.IsInnermost = L.isInnermost();
  Result.IsKeptOut =
      C.Source && !F.hasProfileData() && Patterns.isKeptOut(*C.Source);
  Result.IsLeftOver =
      C.Source && !F.hasProfileData() && Patterns.isLeftOver(*C.Source);
  Result.OwnShare = double(Own) / C.Instructions.size();
  Result.MayCall = !F.hasProfileData() && likelyCalls(L, Loops, Frequencies);
  DebugLoc Start = C.Source ? C.Source->getStartLoc() : L.getStartLoc();
  Result.Source = locationOf(Start.get());
  Result.Written = Start.get();
  Result.Start = shownAt(Start.get());
  if (Result.Source.isValid())
    Result.Name = "line " + std::to_string(userPlace(Start.get())->getLine());
  else if (C.Source && C.Source->getHeader()->hasName())
    Result.Name = C.Source->getHeader()->getName().str();
  else
    Result.Name = "loop " + std::to_string(Number + 1);
  Patterns.enter(C.Source);
  setHotness(Result, C.Instructions.size(), &L);
  setExecutions(Result, L);
  return C;
}

/// The place itself, or the first call on the way to it that stands in code of
/// the user.
const DILocation *Collector::shownAt(const DILocation *Start) const {
  if (!Options.IsForeign)
    return userPlace(Start);
  for (const DILocation *At = Start; At; At = At->getInlinedAt())
    if (!Options.IsForeign(At->getFilename()))
      return At;
  return Start;
}

/// A function without loops: from its entry to a return.
void Collector::collectBody() {
  auto Path = likeliestPath(
      MF.front(), [](const MachineBasicBlock &) { return true; },
      [](const MachineBasicBlock &B) { return B.succ_empty(); }, Probabilities);
  Patterns.enter(nullptr);
  rafter::MachineLoop Result;
  Result.Source = locationOf(F);
  auto Instructions = instructionsOf(Path, nullptr, Probabilities);
  if (Instructions.empty())
    return;
  setHotness(Result, Instructions.size(), nullptr);
  finish(std::move(Result), Instructions, {}, nullptr);
}

void collectMachineLoops(MachineFunction &MF, const TargetModel &Model,
                         const MachineLoopOptions &Options,
                         const MachineLoopSink &Sink) {
  Collector(MF, Model, Options, Sink).collect();
}

namespace {

class MachineLoopPass final : public MachineFunctionPass {
public:
  static char ID;

  MachineLoopPass(std::shared_ptr<const TargetModel> Model,
                  MachineLoopOptions Options, MachineLoopSink Sink,
                  std::function<void(const Module &)> AtEnd)
      : MachineFunctionPass(ID), Model(std::move(Model)),
        Options(std::move(Options)), Sink(std::move(Sink)),
        AtEnd(std::move(AtEnd)) {}

  StringRef getPassName() const override { return "Rafter machine loops"; }

  void getAnalysisUsage(AnalysisUsage &Usage) const override {
    Usage.setPreservesAll();
    MachineFunctionPass::getAnalysisUsage(Usage);
  }

  bool runOnMachineFunction(MachineFunction &MF) override {
    Function &F = MF.getFunction();
    if (!Model || MF.empty() ||
        (!Options.Function.empty() && Options.Function != F.getName() &&
         Options.Function != sourceName(F) &&
         Options.Function != demangle(F.getName())))
      return false;
    collectMachineLoops(MF, *Model, Options, Sink);
    return false;
  }

  bool doFinalization(Module &M) override {
    if (AtEnd)
      AtEnd(M);
    return false;
  }

private:
  std::shared_ptr<const TargetModel> Model;
  MachineLoopOptions Options;
  MachineLoopSink Sink;
  std::function<void(const Module &)> AtEnd;
};

char MachineLoopPass::ID = 0;

} // namespace

MachineFunctionPass *
createMachineLoopPass(std::shared_ptr<const TargetModel> Model,
                      MachineLoopOptions Options, MachineLoopSink Sink,
                      std::function<void(const Module &)> AtEnd) {
  return new MachineLoopPass(std::move(Model), std::move(Options),
                             std::move(Sink), std::move(AtEnd));
}

} // namespace rafter
