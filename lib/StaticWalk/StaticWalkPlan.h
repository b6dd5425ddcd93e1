//===- StaticWalkPlan.h - What of a function is walked, and how -*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Puts together region, slice and decisions: the blocks that can be reached,
// the way on from each, and the values that this takes.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_STATICWALK_STATICWALKPLAN_H
#define RAFTER_LIB_STATICWALK_STATICWALKPLAN_H

#include "StaticWalkDecisions.h"
#include "StaticWalkRegion.h"
#include "StaticWalkSlice.h"
#include "rafter/StaticWalk/StaticWalk.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"

namespace rafter::walk {

class Unknowns;

/// An edge as it is walked: control comes from From, which is not the block
/// that was left if a loop before the region is jumped over.
struct Way {
  const llvm::BasicBlock *From = nullptr, *To = nullptr;
};

class Plan {
public:
  /// IsRoot: nothing is known of the arguments. Otherwise they come with each
  /// call.
  Plan(const LoweredModule &L, const Region &R,
       const llvm::BranchProbabilityInfo &Probabilities,
       const StaticWalkOptions &Options, const Unknowns &U, bool IsRoot);

  const Region &region() const { return R; }
  bool isRoot() const { return IsRoot; }
  const Slice &slice() const { return *Needed; }
  /// The blocks that may be walked, the entry first, in reverse postorder.
  llvm::ArrayRef<const llvm::BasicBlock *> blocks() const { return Order; }
  /// A branch before the region that may end the walk.
  bool isGuard(const llvm::BasicBlock *B) const { return Guards.contains(B); }
  /// Null if B goes on in one way only, or not at all.
  const Decision *decision(const llvm::BasicBlock *B) const;
  /// Where B's successor leads.
  Way way(const llvm::BasicBlock *B, unsigned Successor) const;
  /// The function that a call is followed into; null if it is not.
  const llvm::Function *callee(const llvm::CallBase &Call) const;

  /// For a phi that counts in a loop which begins and ends by data (a row of a
  /// sparse matrix): what it receives from the loop. The count is assumed to go
  /// on where the loop ended before. Null for other phis.
  const llvm::Value *continues(const llvm::PHINode &Phi) const;

  /// Whether a loop stores to the location Offset bytes into Object.
  bool isStoredInLoop(const llvm::Value &Object, int64_t Offset) const {
    return StoredInLoops.contains({&Object, Offset});
  }

  /// An Unknown value that may differ each time it is computed.
  bool isData(const llvm::Value &V) const;
  /// The element that gives the address of an access, or, if accesses that
  /// depend on data are spread at random, the object they lie in.
  Lane addressOf(const AddressOperand &A) const;
  bool isRandom(const AddressOperand &A) const;
  /// The access words of a part of a block.
  llvm::ArrayRef<AddressOperand> accesses(const llvm::BasicBlock *B,
                                          unsigned Part) const;

private:
  Slice makeSlice(bool InsideOnly = false) const;
  void addRoots(Slice &S, const llvm::BasicBlock &B) const;
  void order();
  void skipLoops();
  void findContinuing();
  void findStores();
  void findGuards(const Unknowns &U);
  bool keepNeededLoops(const Slice &S);
  llvm::SmallVector<unsigned, 2> ways(const llvm::BasicBlock *B) const;

  const LoweredModule &L;
  const Region &R;
  const StaticWalkOptions &Options;
  bool IsRoot;
  bool Decided = false;
  /// Loops before the region that are jumped over, by header: the exit.
  llvm::DenseMap<const llvm::BasicBlock *, Way> Skipped;
  std::vector<const llvm::BasicBlock *> Order;
  llvm::DenseSet<std::pair<const llvm::BasicBlock *, const llvm::BasicBlock *>>
      Live;
  llvm::DenseMap<const llvm::BasicBlock *, Decision> Choices;
  /// Branches before the region whose condition is known to keep from it, or
  /// not to.
  BlockSet Guards;
  llvm::DenseSet<std::pair<const llvm::Value *, int64_t>> StoredInLoops;
  llvm::DenseMap<const llvm::PHINode *, const llvm::Value *> Continuing;
  std::optional<Slice> First, Needed;
};

/// The object that a load always reads at the same Offset, where no loop
/// stores; null if there is none. Objects are arguments of a root, globals,
/// variables, and what such loads give.
const llvm::Value *fixedLocation(const llvm::LoadInst &Load, const Plan &P,
                                 int64_t &Offset);

} // namespace rafter::walk

#endif // RAFTER_LIB_STATICWALK_STATICWALKPLAN_H
