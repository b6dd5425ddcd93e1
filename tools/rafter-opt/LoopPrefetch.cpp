//===- LoopPrefetch.cpp - Prefetches of what loops will load --------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// As a programmer writes it: the address of a load is computed a second time,
// for an iteration that comes later (the last one at most, so that nothing is
// read that the loop would not read), after Ainsworth and Jones, "Software
// Prefetching for Indirect Memory Accesses" (CGO 2017).
//
//===----------------------------------------------------------------------===//

#include "LoopChanges.h"
#include "rafter/CodeGen/MachineLoops.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace rafter;
using namespace llvm;

/// Longer computations of an address are left alone.
static constexpr unsigned MostSteps = 16;

namespace {

class LoopPrefetcher {
public:
  LoopPrefetcher(Loop &L, ScalarEvolution &Evolution, DominatorTree &Dominators,
                 unsigned Distance)
      : L(L), Evolution(Evolution), Dominators(Dominators), Distance(Distance) {
  }

  /// The lines of the loads that are prefetched.
  std::set<unsigned> run();

private:
  bool findCounter();
  bool collect(Value *V, SetVector<Instruction *> &Slice);
  void prefetch(LoadInst &Load, const SetVector<Instruction *> &Slice);

  Loop &L;
  ScalarEvolution &Evolution;
  DominatorTree &Dominators;
  const unsigned Distance;
  PHINode *Counter = nullptr;
  /// The counter in the last iteration, and how much it grows in Distance.
  Value *Last = nullptr;
  APInt Ahead;
};

} // namespace

/// A counter that grows by a constant, in a loop whose last iteration is known
/// when it begins.
bool LoopPrefetcher::findCounter() {
  BasicBlock *Before = L.getLoopPreheader();
  const SCEV *Trips = Evolution.getBackedgeTakenCount(&L);
  if (!Before || isa<SCEVCouldNotCompute>(Trips))
    return false;
  for (PHINode &Phi : L.getHeader()->phis()) {
    if (!Phi.getType()->isIntegerTy())
      continue;
    const auto *Moving = dyn_cast<SCEVAddRecExpr>(Evolution.getSCEV(&Phi));
    const auto *Step =
        Moving && Moving->isAffine()
            ? dyn_cast<SCEVConstant>(Moving->getStepRecurrence(Evolution))
            : nullptr;
    if (!Step || Moving->getLoop() != &L ||
        !Step->getAPInt().isStrictlyPositive())
      continue;
    SCEVExpander Expander(Evolution, "prefetch");
    const SCEV *End = Moving->evaluateAtIteration(
        Evolution.getTruncateOrZeroExtend(Trips, Phi.getType()), Evolution);
    Instruction *At = Before->getTerminator();
    if (!Expander.isSafeToExpandAt(End, At))
      continue;
    Counter = &Phi;
    Last = Expander.expandCodeFor(End, Phi.getType(), At);
    Ahead = Step->getAPInt() * Distance;
    return true;
  }
  return false;
}

/// Whether V can be computed again from the counter; Slice gets what computes
/// it, operands first.
bool LoopPrefetcher::collect(Value *V, SetVector<Instruction *> &Slice) {
  auto *I = dyn_cast<Instruction>(V);
  if (!I || !L.contains(I) || I == Counter || Slice.contains(I))
    return true;
  bool IsKnown = isa<GetElementPtrInst, CastInst, BinaryOperator>(I);
  if (auto *Load = dyn_cast<LoadInst>(I))
    IsKnown = Load->isSimple() && L.getLoopLatch() &&
              Dominators.dominates(Load->getParent(), L.getLoopLatch());
  if (!IsKnown || I->isIntDivRem() || Slice.size() == MostSteps)
    return false;
  for (Value *Operand : I->operands())
    if (!collect(Operand, Slice))
      return false;
  Slice.insert(I);
  return true;
}

void LoopPrefetcher::prefetch(LoadInst &Load,
                              const SetVector<Instruction *> &Slice) {
  IRBuilder<> Builder(&*L.getHeader()->getFirstInsertionPt());
  Builder.SetCurrentDebugLocation(Load.getDebugLoc());
  DenseMap<Value *, Value *> Later;
  Later[Counter] = Builder.CreateBinaryIntrinsic(
      Intrinsic::smin,
      Builder.CreateAdd(Counter, ConstantInt::get(Counter->getType(), Ahead)),
      Last);
  for (Instruction *I : Slice) {
    Instruction *Copy = I->clone();
    for (Use &U : Copy->operands())
      if (Value *New = Later.lookup(U.get()))
        U.set(New);
    Builder.Insert(Copy);
    Later[I] = Copy;
  }
  Value *Address = Load.getPointerOperand();
  if (Value *New = Later.lookup(Address))
    Address = New;
  Builder.CreateIntrinsic(
      Intrinsic::prefetch, {Address->getType()},
      {Address, Builder.getInt32(0), Builder.getInt32(3), Builder.getInt32(1)});
}

std::set<unsigned> LoopPrefetcher::run() {
  std::set<unsigned> Lines;
  if (!findCounter())
    return Lines;
  std::vector<std::pair<LoadInst *, SetVector<Instruction *>>> Found;
  for (BasicBlock *B : L.blocks())
    for (Instruction &I : *B) {
      auto *Load = dyn_cast<LoadInst>(&I);
      // Hardware prefetches what moves by a constant.
      if (!Load ||
          isa<SCEVAddRecExpr>(Evolution.getSCEV(Load->getPointerOperand())) ||
          L.isLoopInvariant(Load->getPointerOperand()))
        continue;
      SetVector<Instruction *> Slice;
      if (collect(Load->getPointerOperand(), Slice))
        Found.push_back({Load, std::move(Slice)});
    }
  for (const auto &[Load, Slice] : Found) {
    prefetch(*Load, Slice);
    Lines.insert(Load->getDebugLoc() ? Load->getDebugLoc().getLine() : 0);
  }
  return Lines;
}

namespace {

struct AddPrefetches : PassInfoMixin<AddPrefetches> {
  AddPrefetches(std::set<std::string> Functions, unsigned Distance,
                std::shared_ptr<ChangeLines> Lines)
      : Functions(std::move(Functions)), Distance(Distance),
        Lines(std::move(Lines)) {}

  PreservedAnalyses run(Function &F, FunctionAnalysisManager &Analyses) {
    std::string Name = rafter::sourceName(F);
    if (Functions.count(Name) == 0)
      return PreservedAnalyses::all();
    std::set<unsigned> All;
    for (Loop *L : Analyses.getResult<LoopAnalysis>(F).getLoopsInPreorder())
      if (L->isInnermost())
        All.merge(LoopPrefetcher(
                      *L, Analyses.getResult<ScalarEvolutionAnalysis>(F),
                      Analyses.getResult<DominatorTreeAnalysis>(F), Distance)
                      .run());
    if (All.empty())
      return PreservedAnalyses::all();
    std::vector<std::string> Numbers;
    for (unsigned Line : All)
      Numbers.push_back(utostr(Line));
    (*Lines)[Name] = "__builtin_prefetch of what line " + join(Numbers, ", ") +
                     " loads, " + utostr(Distance) + " iterations ahead";
    return PreservedAnalyses::none();
  }

  std::set<std::string> Functions;
  unsigned Distance;
  std::shared_ptr<ChangeLines> Lines;
};

} // namespace

void rafter::addPrefetches(PassBuilder &PB, std::set<std::string> Functions,
                           unsigned Distance,
                           std::shared_ptr<ChangeLines> Lines) {
  PB.registerVectorizerStartEPCallback(
      [=](FunctionPassManager &Passes, OptimizationLevel) {
        Passes.addPass(AddPrefetches(Functions, Distance, Lines));
      });
}
