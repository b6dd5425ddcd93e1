//===- AroundLoop.cpp - What is executed for each entry of a loop ---------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AroundLoop.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/BlockFrequencyInfo.h"
#include "llvm/Analysis/BranchProbabilityInfo.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include <algorithm>

using namespace rafter;
using llvm::BasicBlock;
using llvm::function_ref;
using llvm::Loop;

/// A line and a column.
using Place = std::pair<unsigned, unsigned>;
using Places = llvm::SmallDenseSet<Place, 16>;

/// The loops beside each other in Around, or in the whole function.
static llvm::ArrayRef<Loop *> loopsIn(const Loop *Around,
                                      const llvm::LoopInfo &Loops) {
  return Around ? Around->getSubLoops() : Loops.getTopLevelLoops();
}

/// Loops of the source of which several are among Beside: they begin at one
/// place.
static unsigned versionedLoops(llvm::ArrayRef<Loop *> Beside) {
  llvm::SmallDenseMap<Place, unsigned, 8> Versions;
  for (const Loop *L : Beside)
    if (llvm::DebugLoc Start = L->getStartLoc())
      ++Versions[{Start.getLine(), Start.getCol()}];
  return llvm::count_if(Versions, [](auto &V) { return V.second > 1; });
}

/// Where Block accesses memory or computes with floating point: what counts
/// iterations may be missing in one that stands alone.
static Places workOf(const BasicBlock &Block) {
  Places Result;
  for (const llvm::Instruction &I : Block)
    if (const llvm::DebugLoc &At = I.getDebugLoc();
        At &&
        (llvm::isa<llvm::LoadInst, llvm::StoreInst>(I) ||
         (I.getType()->isFPOrFPVectorTy() && !llvm::isa<llvm::PHINode>(I))))
      Result.insert({At.getLine(), At.getCol()});
  return Result;
}

/// Whether B, which is in no loop, is an iteration of one that was peeled off
/// or left over by unrolling: it does all the work of one of Bodies.
static bool isIteration(const BasicBlock &B, llvm::ArrayRef<Places> Bodies) {
  if (Bodies.empty())
    return false;
  Places Here = workOf(B);
  return llvm::any_of(Bodies, [&](const Places &Body) {
    return llvm::all_of(Body, [&](Place P) { return Here.contains(P); });
  });
}

/// Whether what leaves L always comes to one of the other Versions.
static bool endsInOther(const Loop &L, llvm::ArrayRef<const Loop *> Versions) {
  const BasicBlock *B = L.getExitBlock();
  for (unsigned Steps = 0; B && Steps != 4; ++Steps) {
    if (llvm::any_of(Versions, [&](const Loop *Other) {
          return Other != &L && Other->getHeader() == B;
        }))
      return true;
    B = B->getUniqueSuccessor();
  }
  return false;
}

/// Whether what leaves L may come to one of the other Versions before the loop
/// around them iterates.
static bool mayEndInOther(const Loop &L,
                          llvm::ArrayRef<const Loop *> Versions) {
  const Loop *Around = L.getParentLoop();
  llvm::SmallSetVector<const BasicBlock *, 8> Reached;
  if (const BasicBlock *Exit = L.getExitBlock())
    Reached.insert(Exit);
  for (size_t I = 0; I != Reached.size() && I < 8; ++I) {
    const BasicBlock *B = Reached[I];
    if (Around && B == Around->getHeader())
      continue;
    if (llvm::any_of(Versions, [&](const Loop *Other) {
          return Other != &L && Other->getHeader() == B;
        }))
      return true;
    Reached.insert_range(llvm::successors(B));
  }
  return false;
}

/// Of the versions of a loop the one that is entered first.
struct FirstVersion {
  /// Its preheader; null: none of them leaves iterations over for another.
  BasicBlock *Entry = nullptr;
  /// How often any of them is entered, for each time that Entry is executed.
  double Scale = 1;
};

static FirstVersion
firstVersion(llvm::ArrayRef<const Loop *> Versions,
             const llvm::DominatorTree &Dominators,
             function_ref<double(const BasicBlock *)> TimesOf) {
  FirstVersion Result;
  BasicBlock *Before = nullptr;
  for (const Loop *L : Versions) {
    BasicBlock *Entry = L->getLoopPreheader();
    if (!Entry)
      return FirstVersion();
    Before =
        Before ? Dominators.findNearestCommonDominator(Before, Entry) : Entry;
    if (!Result.Entry && mayEndInOther(*L, Versions))
      Result.Entry = Entry;
  }
  if (Result.Entry && TimesOf(Result.Entry) > 0)
    Result.Scale = TimesOf(Before) / TimesOf(Result.Entry);
  return Result;
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
  llvm::SmallVector<Places, 4> Bodies;
  for (const Loop *L : Versions)
    if (L->getNumBlocks() == 1)
      if (Places Work = workOf(*L->getHeader()); !Work.empty())
        Bodies.push_back(std::move(Work));
  AroundLoop Result;
  Result.Versioned = versionedLoops(loopsIn(Around, Loops));
  const llvm::DominatorTree Dominators(F);
  const FirstVersion First = firstVersion(Versions, Dominators, timesOf);
  for (const BasicBlock &B : F)
    if (Loops.getLoopFor(&B) == Around && !isIteration(B, Bodies)) {
      double Times = timesOf(&B) / Once;
      if (First.Entry && Dominators.dominates(First.Entry, &B))
        Times *= First.Scale;
      for (const llvm::Instruction &I : B)
        Result.Cost += Times * CostOf(I);
    }
  Result.LeavesSome = llvm::any_of(
      Versions, [&](const Loop *L) { return endsInOther(*L, Versions); });
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
  const unsigned Changed = After.Versioned > Before.Versioned
                               ? After.Versioned - Before.Versioned
                               : 1;
  double Added = (After.Cost - Before.Cost) / Changed / Before.Entries;
  return std::max(Added, 0.0);
}
