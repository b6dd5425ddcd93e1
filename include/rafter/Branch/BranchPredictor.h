//===- BranchPredictor.h - Predicts the branches of a stream ---*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What every consumer that models mispredictions shares: direction, target and
// return prediction for one branch at a time, in program order.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_BRANCH_BRANCHPREDICTOR_H
#define RAFTER_BRANCH_BRANCHPREDICTOR_H

#include "rafter/Stream/Instruction.h"
#include <memory>

namespace rafter {

struct ExecutedBranch {
  uint64_t Address = 0;
  /// Where control went.
  uint64_t Target = 0;
  /// Address of the instruction behind the branch.
  uint64_t Next = 0;
  BranchKind Kind = BranchKind::None;
  bool Taken = false;
};

/// Predicts each branch, then learns its outcome. Deterministic.
class BranchPredictor {
public:
  BranchPredictor();
  ~BranchPredictor();
  BranchPredictor(BranchPredictor &&);
  BranchPredictor &operator=(BranchPredictor &&);

  /// True if the prediction was wrong: a conditional branch's direction, an
  /// indirect branch's target, a return's address. Direct jumps and calls are
  /// always right.
  bool mispredicts(const ExecutedBranch &Branch);

private:
  struct State;
  std::unique_ptr<State> Tables;
};

} // namespace rafter

#endif // RAFTER_BRANCH_BRANCHPREDICTOR_H
