//===- LoopOperations.cpp - The operations of a loop in the IR ------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/CodeGen/LoopOperations.h"
#include "llvm/IR/DebugLoc.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace rafter {

const Value *pointerOfAccess(const Instruction &I) {
  if (const Value *Pointer = getLoadStorePointerOperand(&I))
    return Pointer;
  if (auto *Call = dyn_cast<IntrinsicInst>(&I)) {
    if (Call->getIntrinsicID() == Intrinsic::masked_load)
      return Call->getArgOperand(0);
    if (Call->getIntrinsicID() == Intrinsic::masked_store)
      return Call->getArgOperand(1);
  }
  return nullptr;
}

/// The type of what I stores or computes.
static const Type *workedType(const Instruction &I) {
  if (auto *Store = dyn_cast<StoreInst>(&I))
    return Store->getValueOperand()->getType();
  if (auto *Call = dyn_cast<IntrinsicInst>(&I))
    if (Call->getIntrinsicID() == Intrinsic::masked_store)
      return Call->getArgOperand(0)->getType();
  return I.getType();
}

std::optional<LoopOperation> describeOperation(const Instruction &I) {
  const DebugLoc &Where = I.getDebugLoc();
  if (!Where || Where.getLine() == 0)
    return std::nullopt;
  bool Computes = (isa<BinaryOperator>(I) || isa<IntrinsicInst>(I)) &&
                  I.getType()->isFPOrFPVectorTy();
  if (!Computes && !pointerOfAccess(I))
    return std::nullopt;
  LoopOperation O;
  O.Line = Where.getLine();
  O.Column = Where.getCol();
  // A masked access is what it was in the source.
  bool Masked = !Computes && isa<CallInst>(I);
  O.Opcode = !Masked                   ? I.getOpcode()
             : I.getType()->isVoidTy() ? unsigned(Instruction::Store)
                                       : unsigned(Instruction::Load);
  // Of a scalable vector, those of its smallest size.
  if (auto *Vector = dyn_cast<VectorType>(workedType(I)))
    O.Lanes = Vector->getElementCount().getKnownMinValue();
  return O;
}

} // namespace rafter
