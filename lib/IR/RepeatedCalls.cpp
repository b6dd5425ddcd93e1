//===- RepeatedCalls.cpp - Is a function called more than once? -----------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/IR/RepeatedCalls.h"
#include "rafter/IR/PointedObjects.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"

using namespace llvm;

/// Whether B can come to itself again.
static bool isInCycle(const BasicBlock &B) {
  SmallPtrSet<const BasicBlock *, 16> Seen;
  SmallVector<const BasicBlock *, 16> Next(successors(&B));
  while (!Next.empty()) {
    const BasicBlock *There = Next.pop_back_val();
    if (There == &B)
      return true;
    if (Seen.insert(There).second)
      Next.append(succ_begin(There), succ_end(There));
  }
  return false;
}

static bool isCalledAgain(const Function &F,
                          SmallPtrSetImpl<const Function *> &Seen) {
  if (!Seen.insert(&F).second)
    return false;
  unsigned Calls = 0;
  for (const User *U : F.users()) {
    auto *Call = dyn_cast<CallBase>(U);
    if (!Call || Call->getCalledOperand() != &F || Call->getFunction() == &F)
      continue;
    if (++Calls > 1 || isInCycle(*Call->getParent()) ||
        isCalledAgain(*Call->getFunction(), Seen))
      return true;
  }
  return false;
}

bool rafter::isCalledAgain(const Function &F) {
  SmallPtrSet<const Function *, 8> Seen;
  return ::isCalledAgain(F, Seen);
}

std::optional<uint64_t> rafter::bytesOfObjects(const Function &F) {
  SmallPtrSet<const GlobalVariable *, 8> Objects;
  auto add = [&](const Value &V) {
    auto *G = dyn_cast<GlobalVariable>(getUnderlyingObject(&V));
    if (G && !G->isDeclaration())
      Objects.insert(G);
    return G != nullptr;
  };
  for (const Instruction &I : instructions(F)) {
    for (const Value *Operand : I.operands())
      if (Operand->getType()->isPointerTy())
        add(*Operand);
    const Value *At = getLoadStorePointerOperand(&I);
    if (!At || !isa<LoadInst>(getUnderlyingObject(At)))
      continue;
    const GlobalVariable *There = pointedObject(*At);
    if (!There)
      return std::nullopt;
    Objects.insert(There);
  }
  for (const Argument &A : F.args()) {
    if (!A.getType()->isPointerTy())
      continue;
    for (const User *U : F.users()) {
      auto *Call = dyn_cast<CallBase>(U);
      if (Call && Call->getCalledOperand() == &F &&
          Call->arg_size() > A.getArgNo() &&
          !add(*Call->getArgOperand(A.getArgNo())))
        return std::nullopt;
    }
  }
  uint64_t Bytes = 0;
  for (const GlobalVariable *G : Objects)
    Bytes += G->getDataLayout().getTypeAllocSize(G->getValueType());
  return Bytes;
}
