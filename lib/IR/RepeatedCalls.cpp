//===- RepeatedCalls.cpp - Is a function called more than once? -----------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/IR/RepeatedCalls.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

/// Whether B can come to itself again.
static bool isInCycle(const BasicBlock &B) {
  SmallVector<BasicBlock *, 8> Next(successors(const_cast<BasicBlock *>(&B)));
  return isPotentiallyReachableFromMany(Next, &B, nullptr, nullptr, nullptr);
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
