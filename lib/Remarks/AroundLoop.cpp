//===- AroundLoop.cpp - What is executed for each entry of a loop ---------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AroundLoop.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Analysis/BlockFrequencyInfo.h"
#include "llvm/Analysis/BranchProbabilityInfo.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Function.h"
#include <algorithm>

using namespace rafter;
using llvm::BasicBlock;
using llvm::function_ref;
using llvm::Loop;

/// The loops beside each other in Around, or in the whole function.
static llvm::ArrayRef<Loop *> loopsIn(const Loop *Around,
                                      const llvm::LoopInfo &Loops) {
  return Around ? Around->getSubLoops() : Loops.getTopLevelLoops();
}

/// Loops of the source among Beside: their versions begin at one place.
static unsigned sourceLoops(llvm::ArrayRef<Loop *> Beside) {
  llvm::DenseSet<std::pair<unsigned, unsigned>> Places;
  for (const Loop *L : Beside)
    if (llvm::DebugLoc Start = L->getStartLoc())
      Places.insert({Start.getLine(), Start.getCol()});
  return std::max<size_t>(Places.size(), 1);
}

std::optional<AroundLoop>
rafter::aroundLoop(llvm::Function &F, const llvm::LoopInfo &Loops,
                   function_ref<bool(const Loop &)> IsOf,
                   function_ref<double(const llvm::Instruction &)> CostOf) {
  llvm::SmallVector<const Loop *, 4> Versions;
  for (const Loop *L : Loops.getLoopsInPreorder())
    if (IsOf(*L))
      Versions.push_back(L);
  if (Versions.empty())
    return std::nullopt;
  const Loop *Around = Versions.front()->getParentLoop();
  for (const Loop *L : Versions)
    if (L->getParentLoop() != Around)
      return std::nullopt;
  llvm::BranchProbabilityInfo Branches(F, Loops);
  llvm::BlockFrequencyInfo Frequencies(F, Branches, Loops);
  auto timesOf = [&](const BasicBlock *B) {
    return double(Frequencies.getBlockFreq(B).getFrequency());
  };
  double Once = timesOf(Around ? Around->getHeader() : &F.getEntryBlock());
  if (!(Once > 0))
    return std::nullopt;
  AroundLoop Result;
  Result.Loops = sourceLoops(loopsIn(Around, Loops));
  for (const BasicBlock &B : F)
    if (Loops.getLoopFor(&B) == Around)
      for (const llvm::Instruction &I : B)
        Result.Cost += timesOf(&B) / Once * CostOf(I);
  for (const Loop *L : Versions)
    for (const BasicBlock *From : llvm::predecessors(L->getHeader()))
      if (!L->contains(From))
        Result.Entries +=
            timesOf(From) / Once *
            Branches.getEdgeProbability(From, L->getHeader()).toDouble();
  return Result;
}

double rafter::addedCost(const AroundLoop &Before, const AroundLoop &After) {
  if (!(Before.Entries > 0))
    return 0;
  double Added = (After.Cost - Before.Cost) / After.Loops / Before.Entries;
  return std::max(Added, 0.0);
}
