//===- BranchOutcomes.h - Which branches a core mispredicts ----*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Predictions of a region's branches in program order. They depend on the
// predictor alone, so that the reference core and the analytical models see
// the same mispredictions.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_COREMODEL_BRANCHOUTCOMES_H
#define RAFTER_COREMODEL_BRANCHOUTCOMES_H

#include "rafter/CoreModel/CoreDesign.h"
#include "rafter/Stream/CrackedInstruction.h"
#include "llvm/ADT/BitVector.h"

namespace rafter {

/// Whether a predictor has a say in it: conditional branches, and indirect
/// ones, which returns are as well.
inline bool isPredicted(BranchKind Kind) {
  return Kind == BranchKind::Conditional || Kind == BranchKind::IndirectJump ||
         Kind == BranchKind::IndirectCall || Kind == BranchKind::Return;
}

struct BranchOutcomes {
  /// A bit for each instruction of the region, set where a branch was
  /// mispredicted.
  llvm::BitVector Mispredicted;
  /// Predicted branches, and those that were wrong.
  uint64_t Branches = 0;
  uint64_t Mispredictions = 0;

  /// Mispredictions per predicted branch; 0 without branches.
  double rate() const {
    return Branches == 0 ? 0.0 : double(Mispredictions) / double(Branches);
  }
};

/// TAGE with 12 tables, a predictor of indirect targets and a return stack
/// (Branch/BranchPredictor.h), warmed by the region's warm-up.
BranchOutcomes predictByTage(const TraceRegion &Region);

/// Gets Percent (0 to 100) of the branches wrong: those at which a hash of Seed
/// and position is low, so that a smaller percentage gets a subset wrong.
BranchOutcomes predictBySimple(const TraceRegion &Region, uint32_t Percent,
                               uint64_t Seed = 0);

/// What the predictor of a design makes of a region.
BranchOutcomes predictBranches(const TraceRegion &Region,
                               const CoreDesign &Design);

} // namespace rafter

#endif // RAFTER_COREMODEL_BRANCHOUTCOMES_H
