//===- StaticWalkRegion.cpp - The part of a function to walk --------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reachability on the control flow graph, forward and backward.
//
//===----------------------------------------------------------------------===//

#include "StaticWalkRegion.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Function.h"

using namespace llvm;

namespace rafter::walk {

using llvm::LoopInfo;

/// All blocks reachable from Work, along edges that Next lists.
template <typename NextT>
static BlockSet reachable(SmallVector<const BasicBlock *, 32> Work,
                          NextT Next) {
  BlockSet Seen(Work.begin(), Work.end());
  while (!Work.empty()) {
    const BasicBlock *B = Work.pop_back_val();
    for (const BasicBlock *N : Next(B))
      if (Seen.insert(N).second)
        Work.push_back(N);
  }
  return Seen;
}

static BlockSet forward(SmallVector<const BasicBlock *, 32> From) {
  return reachable(std::move(From),
                   [](const BasicBlock *B) { return llvm::successors(B); });
}

Region::Region(const Function &F, const LoopInfo &LI) : F(F), LI(LI) {
  Inside = forward({&F.getEntryBlock()});
  Starts.insert(&F.getEntryBlock());
}

Region::Region(const Function &F, const LoopInfo &LI,
               ArrayRef<BasicBlock *> Headers)
    : F(F), LI(LI) {
  SmallVector<const BasicBlock *, 32> Heads(Headers.begin(), Headers.end());
  BlockSet FromEntry = forward({&F.getEntryBlock()});
  BlockSet FromHeads = forward(Heads);
  BlockSet ToHeads = reachable(
      Heads, [](const BasicBlock *B) { return llvm::predecessors(B); });
  for (const BasicBlock &B : F) {
    if (!FromEntry.contains(&B))
      continue;
    const Loop *Outer = LI.getLoopFor(&B);
    while (Outer && Outer->getParentLoop())
      Outer = Outer->getParentLoop();
    bool InLoops = Outer && is_contained(Headers, Outer->getHeader());
    if (InLoops || (FromHeads.contains(&B) && ToHeads.contains(&B)))
      Inside.insert(&B);
    else if (ToHeads.contains(&B))
      Before.insert(&B);
  }
  Starts.insert(Heads.begin(), Heads.end());
}

SmallVector<unsigned, 2> Region::successors(const BasicBlock *B) const {
  SmallVector<unsigned, 2> Result;
  const Instruction *T = B->getTerminator();
  for (unsigned I = 0; I != T->getNumSuccessors(); ++I) {
    const BasicBlock *S = T->getSuccessor(I);
    if (inside(B) || inside(S) || before(S))
      Result.push_back(I);
  }
  return Result;
}

} // namespace rafter::walk
