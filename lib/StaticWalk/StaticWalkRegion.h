//===- StaticWalkRegion.h - The part of a function to walk -----*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Divides the blocks of a function into those that lead to the region of a
// walk, those of the region itself, and those behind it.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_STATICWALK_STATICWALKREGION_H
#define RAFTER_LIB_STATICWALK_STATICWALKREGION_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"

namespace rafter::walk {

using BlockSet = llvm::SmallPtrSet<const llvm::BasicBlock *, 32>;

class Region {
public:
  /// The whole function.
  Region(const llvm::Function &F, const llvm::LoopInfo &LI);
  /// The loops with these headers, and what lies between them.
  Region(const llvm::Function &F, const llvm::LoopInfo &LI,
         llvm::ArrayRef<llvm::BasicBlock *> Headers);

  /// The block's events belong to the region.
  bool inside(const llvm::BasicBlock *B) const { return Inside.contains(B); }
  /// The block leads to the region.
  bool before(const llvm::BasicBlock *B) const { return Before.contains(B); }
  /// The walk of the region begins when it gets here.
  bool starts(const llvm::BasicBlock *B) const { return Starts.contains(B); }

  /// Successors that may be taken from B: before the region only those that
  /// lead to it. Indices, in order, every one for each edge.
  llvm::SmallVector<unsigned, 2> successors(const llvm::BasicBlock *B) const;

  const llvm::LoopInfo &loops() const { return LI; }
  const llvm::Function &function() const { return F; }

private:
  const llvm::Function &F;
  const llvm::LoopInfo &LI;
  BlockSet Inside, Before, Starts;
};

} // namespace rafter::walk

#endif // RAFTER_LIB_STATICWALK_STATICWALKREGION_H
