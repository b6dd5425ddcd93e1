//===- LoopPrefetch.cpp - Loads that are asked for earlier ----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What computes an address is computed again with a later counter. What is
// added has no place in the source, so that the loop and how much of it an
// iteration does are found as they were; which load is meant says a note at the
// prefetch (SoftwarePrefetch.h).
//
//===----------------------------------------------------------------------===//

#include "LoopPrefetch.h"
#include "PrepareLoops.h"
#include "rafter/CodeGen/SoftwarePrefetch.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"
#include <set>

using namespace rafter;
using namespace llvm;

/// Longer computations of an address are left alone.
static constexpr unsigned MostSteps = 16;

namespace {

class LoopPrefetcher {
public:
  LoopPrefetcher(Loop &L, const LoopInfo &Loops, ScalarEvolution &Evolution,
                 DominatorTree &Dominators, unsigned Distance)
      : L(L), Loops(Loops), Evolution(Evolution), Dominators(Dominators),
        Distance(Distance) {}

  /// The lines of the loads that are prefetched.
  std::set<unsigned> run();

private:
  bool findCounter();
  bool collect(Value *V, SetVector<Instruction *> &Slice);
  bool readsData(const SetVector<Instruction *> &Slice) const;
  void prefetch(LoadInst &Load, const SetVector<Instruction *> &Slice);

  Loop &L;
  const LoopInfo &Loops;
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
  BasicBlock *Before = L.getLoopPreheader(), *Exiting = L.getExitingBlock();
  const SCEV *Trips = Evolution.getBackedgeTakenCount(&L);
  if (!Before || !Exiting || isa<SCEVCouldNotCompute>(Trips))
    return false;
  // A test at the top is passed once more than the body.
  bool TestsFirst = Exiting == L.getHeader() && Exiting != L.getLoopLatch();
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
    const SCEV *End = Moving->evaluateAtIteration(
        Evolution.getTruncateOrZeroExtend(Trips, Phi.getType()), Evolution);
    if (TestsFirst)
      End = Evolution.getMinusSCEV(End, Step);
    SCEVExpander Expander(Evolution, "prefetch");
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
  // What an iteration always loads, a later one can load.
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

/// Whether Slice loads what differs from iteration to iteration, and only by
/// the counter: what a loaded pointer leads to is not loaded too early.
bool LoopPrefetcher::readsData(const SetVector<Instruction *> &Slice) const {
  bool Reads = false;
  for (Instruction *I : Slice) {
    auto *Load = dyn_cast<LoadInst>(I);
    if (!Load || L.isLoopInvariant(Load->getPointerOperand()))
      continue;
    if (!isa<SCEVAddRecExpr>(Evolution.getSCEV(Load->getPointerOperand())))
      return false;
    Reads = true;
  }
  return Reads;
}

void LoopPrefetcher::prefetch(LoadInst &Load,
                              const SetVector<Instruction *> &Slice) {
  IRBuilder<> Builder(&Load);
  DebugLoc Nowhere;
  if (DISubprogram *P = Load.getFunction()->getSubprogram())
    Nowhere = DILocation::get(Load.getContext(), 0, 0, P);
  Builder.SetCurrentDebugLocation(Nowhere);
  DenseMap<Value *, Value *> Later;
  Later[Counter] = Builder.CreateBinaryIntrinsic(
      Intrinsic::smin,
      Builder.CreateAdd(Counter, ConstantInt::get(Counter->getType(), Ahead)),
      Last);
  for (Instruction *I : Slice) {
    Instruction *Copy = I->clone();
    Copy->dropPoisonGeneratingFlags();
    for (Use &U : Copy->operands())
      if (Value *New = Later.lookup(U.get()))
        U.set(New);
    Builder.Insert(Copy);
    Copy->setDebugLoc(Nowhere);
    Later[I] = Copy;
  }
  Value *Address = Later.lookup(Load.getPointerOperand());
  CallInst *Call = Builder.CreateIntrinsic(
      Intrinsic::prefetch, {Address->getType()},
      {Address, Builder.getInt32(0), Builder.getInt32(3), Builder.getInt32(1)});
  notePrefetch(*Call, Load, Distance);
}

std::set<unsigned> LoopPrefetcher::run() {
  std::set<unsigned> Lines;
  if (!findCounter())
    return Lines;
  std::vector<std::pair<LoadInst *, SetVector<Instruction *>>> Found;
  for (BasicBlock *B : L.blocks())
    for (Instruction &I : *B) {
      auto *Load = dyn_cast<LoadInst>(&I);
      if (!Load || Loops.getLoopFor(B) != &L || !Load->getDebugLoc() ||
          L.isLoopInvariant(Load->getPointerOperand()) ||
          // Hardware prefetches what moves by a constant.
          isa<SCEVAddRecExpr>(Evolution.getSCEV(Load->getPointerOperand())))
        continue;
      SetVector<Instruction *> Slice;
      if (collect(Load->getPointerOperand(), Slice) && readsData(Slice))
        Found.push_back({Load, std::move(Slice)});
    }
  for (const auto &[Load, Slice] : Found) {
    prefetch(*Load, Slice);
    Lines.insert(Load->getDebugLoc().getLine());
  }
  return Lines;
}

std::string rafter::prefetchLoads(Function &F, unsigned Distance) {
  LoopAnalyses All;
  FunctionPassManager First;
  First.addPass(SROAPass(SROAOptions::ModifyCFG));
  First.run(F, All.Functions);
  auto &Forest = All.Functions.getResult<LoopAnalysis>(F);
  std::set<unsigned> Lines;
  for (Loop *L : Forest.getLoopsInPreorder())
    Lines.merge(LoopPrefetcher(
                    *L, Forest,
                    All.Functions.getResult<ScalarEvolutionAnalysis>(F),
                    All.Functions.getResult<DominatorTreeAnalysis>(F), Distance)
                    .run());
  if (Lines.empty())
    return "";
  std::vector<std::string> Numbers;
  for (unsigned Line : Lines)
    Numbers.push_back(utostr(Line));
  return "__builtin_prefetch of what line " + join(Numbers, ", ") + " loads, " +
         utostr(Distance) + " iterations ahead";
}
