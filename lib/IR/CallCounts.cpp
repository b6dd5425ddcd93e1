//===- CallCounts.cpp - How often functions are called --------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/IR/CallCounts.h"
#include "llvm/ADT/SCCIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/BlockFrequencyInfo.h"
#include "llvm/Analysis/BranchProbabilityInfo.h"
#include "llvm/Analysis/CallGraph.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using rafter::CallCounts;

namespace {

/// Executions of the blocks of a function for each of its calls.
class BlockExecutions {
public:
  BlockExecutions(Function &F, FunctionAnalysisManager &Analyses)
      : Loops(Analyses.getResult<LoopAnalysis>(F)),
        SE(Analyses.getResult<ScalarEvolutionAnalysis>(F)),
        Frequencies(Analyses.getResult<BlockFrequencyAnalysis>(F)),
        Probabilities(Analyses.getResult<BranchProbabilityAnalysis>(F)) {}

  double of(const BasicBlock &B) const {
    double N = frequency(B);
    for (const Loop *L = Loops.getLoopFor(&B); L; L = L->getParentLoop())
      if (unsigned Known = SE.getSmallConstantTripCount(L))
        N *= Known / iterations(*L);
    return N;
  }

private:
  double frequency(const BasicBlock &B) const {
    return double(Frequencies.getBlockFreq(&B).getFrequency()) /
           double(Frequencies.getEntryFreq().getFrequency());
  }

  /// For each entry of L, as LLVM guesses.
  double iterations(const Loop &L) const {
    double All = frequency(*L.getHeader()), Again = 0;
    SmallVector<BasicBlock *, 2> Latches;
    L.getLoopLatches(Latches);
    for (const BasicBlock *Latch : Latches) {
      BranchProbability P =
          Probabilities.getEdgeProbability(Latch, L.getHeader());
      Again += frequency(*Latch) * P.getNumerator() / P.getDenominator();
    }
    return All > Again ? std::max(All / (All - Again), 1.0) : 1;
  }

  const LoopInfo &Loops;
  ScalarEvolution &SE;
  const BlockFrequencyInfo &Frequencies;
  const BranchProbabilityInfo &Probabilities;
};

} // namespace

static Function *calledFunction(const Instruction &I) {
  auto *Call = dyn_cast<CallBase>(&I);
  auto *F =
      Call ? dyn_cast<Function>(Call->getCalledOperand()->stripPointerCasts())
           : nullptr;
  return F && !F->isDeclaration() ? F : nullptr;
}

CallCounts rafter::estimateCalls(Module &M, FunctionAnalysisManager &Analyses) {
  const Function *Main = M.getFunction("main");
  bool IsProgram = Main && !Main->isDeclaration();
  // What one calls comes behind it.
  CallGraph Graph(M);
  SmallVector<SmallVector<Function *, 1>> Groups;
  for (auto Group = scc_begin(&Graph); !Group.isAtEnd(); ++Group) {
    SmallVector<Function *, 1> Defined;
    for (const CallGraphNode *Node : *Group)
      if (Function *F = Node->getFunction(); F && !F->isDeclaration())
        Defined.push_back(F);
    if (!Defined.empty())
      Groups.push_back(std::move(Defined));
  }
  CallCounts Calls;
  for (const auto &Group : reverse(Groups)) {
    for (Function *F : Group) {
      double &Own = Calls[F->getName().str()];
      if (auto Counted = F->getEntryCount())
        Own = double(Counted->getCount());
      else if (Own == 0 || (!IsProgram && !F->hasLocalLinkage()))
        Own += 1;
    }
    for (Function *F : Group) {
      if (none_of(instructions(*F), calledFunction))
        continue;
      BlockExecutions Executions(*F, Analyses);
      double Own = Calls[F->getName().str()];
      for (const Instruction &I : instructions(*F))
        if (Function *Callee = calledFunction(I);
            Callee && !is_contained(Group, Callee))
          Calls[Callee->getName().str()] += Own * Executions.of(*I.getParent());
    }
  }
  return Calls;
}
