//===- BranchWays.cpp - Where the ways of a branch lead ------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/IR/BranchWays.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/CFG.h"

using namespace llvm;

/// The blocks of a choice of two values, or of a few such in one expression.
static constexpr unsigned MostBlocks = 4;

static bool leadsTo(const BasicBlock &Way, const BasicBlock &Join,
                    unsigned Left) {
  return Left != 0 && !succ_empty(&Way) &&
         all_of(successors(&Way), [&](const BasicBlock *Next) {
           return Next == &Join || leadsTo(*Next, Join, Left - 1);
         });
}

bool rafter::leadsTo(const BasicBlock &Way, const BasicBlock &Join) {
  return &Way != &Join && ::leadsTo(Way, Join, MostBlocks);
}
