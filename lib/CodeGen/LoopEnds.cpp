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

static bool mayBeFar(const Value &Bound, const Loop &L, unsigned Depth) {
  auto *I = dyn_cast<Instruction>(&Bound);
  if ((I && L.contains(I)) || isa<ConstantPointerNull>(Bound))
    return false;
  if (isa<Argument>(Bound) || Bound.getType()->isPointerTy())
    return true;
  if (auto *Number = dyn_cast<ConstantInt>(&Bound))
    return Number->getValue().abs().uge(ManyIterations);
  if (!I || isa<LoadInst>(I) || Depth == MostOperands)
    return false;
  return any_of(I->operands(), [&](const Value *Operand) {
    return mayBeFar(*Operand, L, Depth + 1);
  });
}

/// Whether Condition, or a part of it, compares with something far.
static bool comparesFar(const Value &Condition, const Loop &L, unsigned Depth) {
  auto *I = dyn_cast<Instruction>(&Condition);
  if (!I || Depth == MostOperands)
    return false;
  bool IsComparison = isa<ICmpInst>(I);
  if (!IsComparison && !isa<SelectInst>(I) && !isa<BinaryOperator>(I))
    return false;
  return any_of(I->operands(), [&](const Value *Operand) {
    return IsComparison ? mayBeFar(*Operand, L, 0)
                        : comparesFar(*Operand, L, Depth + 1);
  });
}

bool rafter::mayBeLong(const Loop &L) {
  SmallVector<BasicBlock *, 4> Exiting;
  L.getExitingBlocks(Exiting);
  return any_of(Exiting, [&](const BasicBlock *B) {
    auto *Branch = dyn_cast<BranchInst>(B->getTerminator());
    return Branch && Branch->isConditional() &&
           comparesFar(*Branch->getCondition(), L, 0);
  });
}
