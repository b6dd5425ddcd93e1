//===- LoopEnds.cpp - How far a loop goes ---------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopEnds.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using rafter::LoopLength;

bool rafter::isInEachIteration(const BasicBlock &B, const Loop &L) {
  const BasicBlock *Header = L.getHeader(), *Latch = L.getLoopLatch();
  if (!Latch || &B == Header || &B == Latch)
    return Latch;
  SmallPtrSet<const BasicBlock *, 16> Seen = {&B, Header};
  SmallVector<const BasicBlock *, 16> Work = {Header};
  while (!Work.empty())
    for (const BasicBlock *Next : successors(Work.pop_back_val())) {
      if (!L.contains(Next) || !Seen.insert(Next).second)
        continue;
      if (Next == Latch)
        return false;
      Work.push_back(Next);
    }
  return true;
}

/// Fewer iterations are over before the steady state pays.
static constexpr uint64_t ManyIterations = 64;
/// Bounds are short expressions; longer ones are not followed.
static constexpr unsigned MostOperands = 8;

static LoopLength lengthTo(const Value &Bound, const Loop &L, unsigned Depth) {
  auto *I = dyn_cast<Instruction>(&Bound);
  if ((I && L.contains(I)) || isa<ConstantPointerNull>(Bound))
    return LoopLength::Few;
  if (isa<Argument>(Bound) || Bound.getType()->isPointerTy())
    return LoopLength::Unknown;
  if (auto *Number = dyn_cast<ConstantInt>(&Bound))
    return Number->getValue().abs().uge(ManyIterations) ? LoopLength::Long
                                                        : LoopLength::Few;
  if (!I || isa<LoadInst>(I) || Depth == MostOperands)
    return LoopLength::Few;
  // A constant within says nothing of the sum.
  bool MayBeFar = any_of(I->operands(), [&](const Value *Operand) {
    return lengthTo(*Operand, L, Depth + 1) != LoopLength::Few;
  });
  return MayBeFar ? LoopLength::Unknown : LoopLength::Few;
}

/// Of the farthest that Condition, or a part of it, compares with.
static LoopLength farthest(const Value &Condition, const Loop &L,
                           unsigned Depth) {
  auto *I = dyn_cast<Instruction>(&Condition);
  if (!I || Depth == MostOperands)
    return LoopLength::Few;
  bool IsComparison = isa<ICmpInst>(I);
  if (!IsComparison && !isa<SelectInst>(I) && !isa<BinaryOperator>(I))
    return LoopLength::Few;
  LoopLength Farthest = LoopLength::Few;
  for (const Value *Operand : I->operands())
    Farthest =
        std::max(Farthest, IsComparison ? lengthTo(*Operand, L, 0)
                                        : farthest(*Operand, L, Depth + 1));
  return Farthest;
}

LoopLength rafter::lengthOf(const Loop &L) {
  SmallVector<BasicBlock *, 4> Exiting;
  L.getExitingBlocks(Exiting);
  LoopLength Farthest = LoopLength::Few;
  for (const BasicBlock *B : Exiting) {
    auto *Branch = dyn_cast<BranchInst>(B->getTerminator());
    if (Branch && Branch->isConditional())
      Farthest = std::max(Farthest, farthest(*Branch->getCondition(), L, 0));
  }
  return Farthest;
}
