//===- BranchFlattening.cpp - Branches as values --------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BranchFlattening.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"

using namespace llvm;

/// More is work that nobody would do twice.
static constexpr size_t MostInstructions = 24;

/// Whether all of B can be done whatever the condition is. A load may go
/// nowhere then; it is never executed here.
static bool canAlwaysBeDone(const BasicBlock &B) {
  return B.size() <= MostInstructions && !B.hasAddressTaken() &&
         all_of(B, [&](const Instruction &I) {
           if (I.isTerminator())
             return true;
           if (auto *Store = dyn_cast<StoreInst>(&I))
             return Store->isSimple();
           if (auto *Load = dyn_cast<LoadInst>(&I))
             return Load->isSimple();
           return !isa<PHINode>(I) && isSafeToSpeculativelyExecute(&I);
         });
}

namespace {

/// A branch whose ways meet again.
struct Fork {
  BranchInst *Branch = nullptr;
  /// Null: it is the edge to Join.
  BasicBlock *Then = nullptr, *Else = nullptr;
  BasicBlock *Join = nullptr;
};

} // namespace

/// Where B, which only From comes to, goes; null if it is no way of a fork.
static BasicBlock *joinBehind(BasicBlock *B, BasicBlock *From) {
  return B->getSinglePredecessor() == From && canAlwaysBeDone(*B)
             ? B->getSingleSuccessor()
             : nullptr;
}

static Fork forkOf(BasicBlock *B) {
  auto *Branch = dyn_cast<BranchInst>(B->getTerminator());
  if (!Branch || !Branch->isConditional())
    return {};
  BasicBlock *Yes = Branch->getSuccessor(0), *No = Branch->getSuccessor(1);
  if (Yes == No)
    return {};
  BasicBlock *BehindYes = joinBehind(Yes, B), *BehindNo = joinBehind(No, B);
  if (BehindYes && BehindYes == No)
    return {Branch, Yes, nullptr, No};
  if (BehindNo && BehindNo == Yes)
    return {Branch, nullptr, No, Yes};
  if (BehindYes && BehindYes == BehindNo)
    return {Branch, Yes, No, BehindYes};
  return {};
}

/// Nobody knows which way it goes: no branch again.
static Value *choose(IRBuilder<> &Builder, Value *If, Value *Yes, Value *No) {
  Value *Chosen = Builder.CreateSelect(If, Yes, No);
  if (auto *I = dyn_cast<SelectInst>(Chosen))
    I->setMetadata(LLVMContext::MD_unpredictable,
                   MDBuilder(I->getContext()).createUnpredictable());
  return Chosen;
}

/// Does Way always; IsThen: it is what the condition leads to.
static void mergeWay(BasicBlock *Way, const Fork &At, bool IsThen) {
  Value *If = At.Branch->getCondition();
  for (Instruction &I : make_early_inc_range(*Way)) {
    if (I.isTerminator())
      break;
    I.moveBefore(At.Branch->getIterator());
    I.dropPoisonGeneratingFlags();
    auto *Store = dyn_cast<StoreInst>(&I);
    if (!Store)
      continue;
    IRBuilder<> Builder(Store);
    Value *New = Store->getValueOperand();
    Value *Old = Builder.CreateLoad(New->getType(), Store->getPointerOperand());
    Store->setOperand(0, IsThen ? choose(Builder, If, New, Old)
                                : choose(Builder, If, Old, New));
  }
}

static void flatten(const Fork &At) {
  BasicBlock *From = At.Branch->getParent();
  BasicBlock *YesFrom = At.Then ? At.Then : From;
  BasicBlock *NoFrom = At.Else ? At.Else : From;
  if (At.Then)
    mergeWay(At.Then, At, /*IsThen=*/true);
  if (At.Else)
    mergeWay(At.Else, At, /*IsThen=*/false);
  IRBuilder<> Builder(At.Branch);
  for (PHINode &Phi : At.Join->phis()) {
    Value *Yes = Phi.getIncomingValueForBlock(YesFrom);
    Value *No = Phi.getIncomingValueForBlock(NoFrom);
    Value *Chosen =
        Yes == No ? Yes : choose(Builder, At.Branch->getCondition(), Yes, No);
    Phi.removeIncomingValue(YesFrom, false);
    Phi.removeIncomingValue(NoFrom, false);
    Phi.addIncoming(Chosen, From);
  }
  Builder.CreateBr(At.Join);
  At.Branch->eraseFromParent();
  for (BasicBlock *Way : {At.Then, At.Else})
    if (Way) {
      Way->dropAllReferences();
      Way->eraseFromParent();
    }
}

/// The next fork of an innermost loop, the innermost first.
static Fork nextFork(Function &F, unsigned Line) {
  DominatorTree Dominators(F);
  LoopInfo Forest(Dominators);
  for (Loop *L : Forest.getLoopsInPreorder())
    if (L->isInnermost())
      for (BasicBlock *B : L->blocks()) {
        Fork At = forkOf(B);
        if (!At.Branch || At.Join == L->getHeader() || !L->contains(At.Join))
          continue;
        const DebugLoc &Where = At.Branch->getDebugLoc();
        if (Line == 0 || (Where && Where.getLine() == Line))
          return At;
      }
  return {};
}

std::string rafter::flattenBranches(Function &F, unsigned Line) {
  bool Any = false;
  while (true) {
    Fork At = nextFork(F, Line);
    if (!At.Branch)
      break;
    flatten(At);
    Any = true;
  }
  return Any ? "no branch in line " + utostr(Line) : "";
}
