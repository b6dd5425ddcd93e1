//===- StaticWalkDecisions.h - Branches that depend on data ----*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the walk does at a branch whose condition it cannot know: stays in
// loops, gives a loop without any other end an assumed trip count, and takes
// the likelier way otherwise.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_STATICWALK_STATICWALKDECISIONS_H
#define RAFTER_LIB_STATICWALK_STATICWALKDECISIONS_H

#include "StaticWalkRegion.h"
#include "StaticWalkSlice.h"
#include "rafter/Stream/ForemostAssumption.h"
#include "llvm/ADT/DenseMap.h"
#include <string>

namespace llvm {
class BranchProbabilityInfo;
} // namespace llvm

namespace rafter::walk {

struct Decision {
  enum class Kind : uint8_t {
    /// The condition is known: Condition decides.
    Follow,
    /// Always successor Successor.
    Fixed,
    /// Successor while the loop's iterations last, then Exit.
    Counted
  };
  Kind How = Kind::Follow;
  const llvm::Value *Condition = nullptr;
  unsigned Successor = 0, Exit = 0;
  const llvm::Loop *Counts = nullptr;
  /// The test comes before the iteration's work.
  bool TestsFirst = false;
  /// The test is passed once in each iteration.
  bool EachIteration = true;
  /// What is assumed; empty if nothing is.
  std::string Assumption;
  Assumed About = Assumed::Value;
};

class Decisions {
public:
  Decisions(const Region &R, const Slice &S,
            const llvm::BranchProbabilityInfo &Probabilities,
            uint64_t AssumedTripCount, uint64_t AssumedValue)
      : R(R), S(S), Probabilities(Probabilities),
        AssumedTripCount(AssumedTripCount), AssumedValue(AssumedValue) {}

  /// The decision at the end of B, which has several ways to go on.
  Decision decide(const llvm::BasicBlock &B) const;

private:
  const llvm::Value *known(const llvm::Value *Condition) const;
  bool endsOtherwise(const llvm::Loop &L, const llvm::BasicBlock &B) const;
  const llvm::BasicBlock *countedExit(const llvm::Loop &L) const;
  unsigned likelier(const llvm::BasicBlock &B,
                    llvm::ArrayRef<unsigned> Ways) const;
  std::string because(const llvm::Value &Condition) const;

  const Region &R;
  const Slice &S;
  const llvm::BranchProbabilityInfo &Probabilities;
  uint64_t AssumedTripCount, AssumedValue;
};

} // namespace rafter::walk

#endif // RAFTER_LIB_STATICWALK_STATICWALKDECISIONS_H
