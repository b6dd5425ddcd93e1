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
#include "LoopPath.h"
#include "llvm/CodeGen/MachineBlockFrequencyInfo.h"
#include "llvm/CodeGen/MachineDominators.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/MachineLoopInfo.h"
#include "llvm/CodeGen/MachineMemOperand.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace rafter {

// The namespace has a type of this name, too.
using LoopOfMachine = llvm::MachineLoop;

static std::string sourceName(const Function &F) {
  if (const DISubprogram *Source = F.getSubprogram())
    return Source->getName().str();
  return demangle(F.getName());
}

static SourceLocation locationOf(const DebugLoc &Start) {
  if (!Start || Start.getLine() == 0)
    return {};
  return {Start->getFilename().str(), Start.getLine(), Start.getCol()};
}

static SourceLocation locationOf(const Function &F) {
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
  void collectLoop(const LoopOfMachine &L, size_t Number);
  void collectBody();
  void finish(rafter::MachineLoop Result,
              ArrayRef<PathInstruction> Instructions, double Executions);
  void addPatterns(rafter::MachineLoop &Result,
                   ArrayRef<PathInstruction> Instructions, TableRange Code,
                   ArrayRef<uint32_t> Origins);

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

void Collector::collect() {
  SmallVector<LoopOfMachine *> All = Loops.getLoopsInPreorder();
  if (All.empty())
    return collectBody();
  // By the place of their headers.
  llvm::stable_sort(All, [](const LoopOfMachine *A, const LoopOfMachine *B) {
    return A->getHeader()->getNumber() < B->getHeader()->getNumber();
  });
  for (auto [Number, L] : enumerate(All))
    if (L->isInnermost())
      collectLoop(*L, Number);
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

/// Origins: the instruction of the path that each one of Code comes from.
void Collector::addPatterns(rafter::MachineLoop &Result,
                            ArrayRef<PathInstruction> Instructions,
                            TableRange Code, ArrayRef<uint32_t> Origins) {
  for (uint32_t I = 0; I != Code.size(); ++I) {
    const PathInstruction &P = Instructions[Origins[I]];
    // Of several instructions for one, the last one branches.
    bool IsLast = I + 1 == Code.size() || Origins[I + 1] != Origins[I];
    Result.Body.Path.push_back((Code.Begin + I) |
                               (P.Taken && IsLast ? TakenBit : 0));
    unsigned Loads = 0, Stores = 0, Number = 0;
    for (const MemoryOperand &Operand :
         Result.Table.memory(Result.Table.Instructions[Code.Begin + I])) {
      unsigned Index = Operand.IsStore ? Stores++ : Loads++;
      Result.Body.Addresses.push_back(Patterns.pattern(
          *P.Instruction, memoryOperand(*P.Instruction, Operand.IsStore, Index),
          Number++));
    }
  }
}

void Collector::finish(rafter::MachineLoop Result,
                       ArrayRef<PathInstruction> Instructions,
                       double Executions) {
  if (Instructions.empty())
    return;
  Result.Symbol = F.getName().str();
  Result.Function = sourceName(F);
  InstructionBuilder Builder(Model, Result.Table);
  SmallVector<const MachineInstr *, 64> Code;
  for (const PathInstruction &P : Instructions) {
    Code.push_back(P.Instruction);
    if (!P.Instruction->isCall())
      continue;
    const MachineOperand *Callee = nullptr;
    for (const MachineOperand &O : P.Instruction->operands())
      if (O.isGlobal() || O.isSymbol())
        Callee = &O;
    Result.Calls.push_back(!Callee ? "(through a pointer)"
                           : Callee->isGlobal()
                               ? demangle(Callee->getGlobal()->getName())
                               : demangle(Callee->getSymbolName()));
  }
  std::vector<uint32_t> Origins;
  TableRange Range =
      Builder.addBlock(Code, Builder.addFunction(Result.Function), &Origins);
  // An estimate by the same numbers as the addresses.
  Result.Body.TripCounts = Patterns.tripCounts();
  Result.Hotness = std::min(Executions, 1.0) * Instructions.size();
  for (uint64_t &Count : Result.Body.TripCounts) {
    Result.Hotness *= Count;
    Count = std::max<uint64_t>(Count, 1);
  }
  addPatterns(Result, Instructions, Range, Origins);
  if (Result.Body.Path.empty())
    return;
  Result.Assumptions = Patterns.assumptions();
  Sink(std::move(Result));
}

void Collector::collectLoop(const LoopOfMachine &L, size_t Number) {
  const MachineBasicBlock *Header = L.getHeader();
  auto Path = likeliestPath(
      *Header, [&](const MachineBasicBlock &B) { return L.contains(&B); },
      [&](const MachineBasicBlock &B) { return B.isSuccessor(Header); },
      Probabilities);
  if (Path.empty())
    return;
  Loop *Source = Patterns.loopOf(Header->getBasicBlock());
  Patterns.enter(Source);
  rafter::MachineLoop Result;
  Result.Source = locationOf(Source ? Source->getStartLoc() : L.getStartLoc());
  if (Result.Source.isValid())
    Result.Name = "line " + std::to_string(Result.Source.Line);
  else if (Source && Source->getHeader()->hasName())
    Result.Name = Source->getHeader()->getName().str();
  else
    Result.Name = "loop " + std::to_string(Number + 1);
  finish(std::move(Result), instructionsOf(Path, Header),
         Frequencies.getBlockFreqRelativeToEntryBlock(Header));
}

/// A function without loops: from its entry to a return.
void Collector::collectBody() {
  auto Path = likeliestPath(
      MF.front(), [](const MachineBasicBlock &) { return true; },
      [](const MachineBasicBlock &B) { return B.succ_empty(); }, Probabilities);
  Patterns.enter(nullptr);
  rafter::MachineLoop Result;
  Result.Source = locationOf(F);
  finish(std::move(Result), instructionsOf(Path, nullptr), 1);
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
    Collector(MF, *Model, Options, Sink).collect();
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
