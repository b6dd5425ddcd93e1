//===- LoopPassages.h - The ways to a machine loop and from it --*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is executed around a loop each time it is entered: pointers and counters
// that begin, checks that lead to it, sums over lanes, registers that are saved
// and restored. Other loops are not on these ways.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_CODEGEN_LOOPPASSAGES_H
#define RAFTER_LIB_CODEGEN_LOOPPASSAGES_H

#include "LoopPath.h"

namespace rafter {

/// Each may be empty: there is nothing, or no such way.
struct LoopPassages {
  /// From where the loop around begins an iteration, or the function, to the
  /// loop.
  std::vector<PathInstruction> Before;
  /// From the loop to where that iteration ends, or to the function's return.
  std::vector<PathInstruction> After;
  /// From the loop to the next one at the same depth: from a vector body to the
  /// remainder.
  std::vector<PathInstruction> ToNext;
};

LoopPassages
passagesOf(const llvm::MachineLoop &L, const llvm::MachineLoopInfo &Loops,
           const llvm::MachineBranchProbabilityInfo &Probabilities);

} // namespace rafter

#endif // RAFTER_LIB_CODEGEN_LOOPPASSAGES_H
