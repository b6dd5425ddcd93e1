//===- MemoryChains.cpp - What iterations wait for in memory --------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AddressSteps.h"
#include "LoopChains.h"
#include "LoopEnds.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace rafter {

namespace {

/// An address as a sum: Base, values times constants, and Constant.
struct AddressSum {
  const Value *Base = nullptr;
  /// By the value, and how it was extended: 0, SExt, ZExt.
  SmallMapVector<std::pair<const Value *, unsigned>, int64_t, 4> Terms;
  int64_t Constant = 0;
};

} // namespace

/// Adds Scale times V, without the constants that are added in V.
static void addTerm(const Value *V, int64_t Scale, AddressSum &Sum) {
  unsigned Extension = 0;
  if (isa<SExtInst>(V) || isa<ZExtInst>(V)) {
    Extension = cast<Instruction>(V)->getOpcode();
    V = cast<Instruction>(V)->getOperand(0);
  }
  while (auto *Add = dyn_cast<BinaryOperator>(V)) {
    auto *C = dyn_cast<ConstantInt>(Add->getOperand(1));
    if (Add->getOpcode() != Instruction::Add || !C ||
        C->getValue().getSignificantBits() > 32 ||
        (Extension == Instruction::SExt && !Add->hasNoSignedWrap()) ||
        (Extension == Instruction::ZExt && !Add->hasNoUnsignedWrap()))
      break;
    Sum.Constant += Scale * C->getSExtValue();
    V = Add->getOperand(0);
  }
  Sum.Terms[{V, Extension}] += Scale;
}

static std::optional<AddressSum> sumOf(const Value &Pointer,
                                       const DataLayout &Layout) {
  AddressSum Sum;
  Sum.Base = &Pointer;
  while (auto *Element = dyn_cast<GEPOperator>(Sum.Base)) {
    unsigned Bits = Layout.getIndexTypeSizeInBits(Element->getType());
    SmallMapVector<Value *, APInt, 4> Variables;
    APInt Constant(Bits, 0);
    if (!Element->collectOffset(Layout, Bits, Variables, Constant))
      return std::nullopt;
    Sum.Constant += Constant.getSExtValue();
    for (const auto &[V, Scale] : Variables)
      addTerm(V, Scale.getSExtValue(), Sum);
    Sum.Base = Element->getPointerOperand();
  }
  return Sum;
}

/// By how many bytes To is behind From in the same iteration, if that is
/// always the same.
static std::optional<int64_t> bytesBetween(const Value &From, const Value &To,
                                           const DataLayout &Layout) {
  std::optional<AddressSum> A = sumOf(From, Layout), B = sumOf(To, Layout);
  if (!A || !B || A->Base != B->Base || A->Terms.size() != B->Terms.size())
    return std::nullopt;
  for (const auto &[Value, Scale] : A->Terms)
    if (B->Terms.lookup(Value) != Scale)
      return std::nullopt;
  return B->Constant - A->Constant;
}

/// After how many iterations Load reads what Store wrote; 0: never, or nobody
/// knows.
static unsigned distanceBetween(const StoreInst &Store, const LoadInst &Load,
                                AddressSteps &Steps, const DataLayout &Layout) {
  const Value &To = *Store.getPointerOperand(),
              &From = *Load.getPointerOperand();
  std::optional<int64_t> Step = Steps.of(To);
  if (!Step || Step != Steps.of(From) ||
      Load.getType() != Store.getValueOperand()->getType())
    return 0;
  std::optional<int64_t> Bytes = bytesBetween(From, To, Layout);
  if (!Bytes)
    return 0;
  if (*Step == 0)
    return *Bytes == 0;
  int64_t Iterations = *Bytes / *Step;
  return *Bytes % *Step == 0 && Iterations > 0 && isUInt<16>(Iterations)
             ? Iterations
             : 0;
}

namespace {

/// What a loop loads and stores, without the loops in it.
struct LoopMemory {
  SmallVector<const LoadInst *, 8> Loads;
  SmallVector<const StoreInst *, 8> Stores;
  /// Something else may write to memory.
  bool IsOpen = false;
};

} // namespace

static LoopMemory memoryOf(const Loop &L) {
  LoopMemory Memory;
  for (const BasicBlock *B : L.blocks())
    for (const Instruction &I : *B) {
      auto *Load = dyn_cast<LoadInst>(&I);
      auto *Store = dyn_cast<StoreInst>(&I);
      if (Load && Load->isSimple())
        Memory.Loads.push_back(Load);
      else if (Store && Store->isSimple())
        Memory.Stores.push_back(Store);
      else if (I.mayWriteToMemory() && !isa<DbgInfoIntrinsic>(I) &&
               !isAssumeLikeIntrinsic(&I))
        Memory.IsOpen = true;
    }
  return Memory;
}

/// Whether no other store goes to Store's object.
static bool isAlone(const StoreInst &Store, const LoopMemory &Memory) {
  const Value *Object = getUnderlyingObject(Store.getPointerOperand());
  return none_of(Memory.Stores, [&](const StoreInst *Other) {
    return Other != &Store &&
           getUnderlyingObject(Other->getPointerOperand()) == Object;
  });
}

std::vector<Recurrence>
chainsThroughMemory(const Loop &L, const LoopInfo &Loops, AddressSteps &Steps) {
  std::vector<Recurrence> Found;
  if (!L.isInnermost())
    return Found;
  LoopMemory Memory = memoryOf(L);
  if (Memory.IsOpen)
    return Found;
  const DataLayout &Layout = L.getHeader()->getModule()->getDataLayout();
  for (const StoreInst *Store : Memory.Stores) {
    if (!isInEachIteration(*Store->getParent(), L) || !isAlone(*Store, Memory))
      continue;
    for (const LoadInst *Load : Memory.Loads) {
      unsigned Distance = distanceBetween(*Store, *Load, Steps, Layout);
      if (Distance == 0)
        continue;
      std::optional<Recurrence> R =
          chainBetween(*Load, *Store->getValueOperand(), L, Loops);
      if (!R)
        continue;
      R->Name = sourceName(*Store->getPointerOperand());
      R->Distance = Distance;
      Found.push_back(std::move(*R));
    }
  }
  return Found;
}

} // namespace rafter
