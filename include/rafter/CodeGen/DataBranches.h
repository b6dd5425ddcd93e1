//===- DataBranches.h - Branches that depend on loaded data -----*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_CODEGEN_DATABRANCHES_H
#define RAFTER_CODEGEN_DATABRANCHES_H

#include "rafter/CodeGen/MachineLoops.h"

namespace rafter {

/// A branch within a loop whose condition or target comes from what the loop
/// loads: no processor can know it before the data.
struct DataBranch {
  /// Index into the instructions of the loop's table.
  uint32_t Instruction = 0;
  /// The youngest load that it depends on; the branch itself where that loads.
  uint32_t Load = 0;
  /// Of the way that the path takes, in [0, 1].
  double Probability = 0;
  bool IsIndirect = false;
  /// Its ways meet again after a few instructions: it may do without a branch.
  bool MeetsSoon = false;

  /// Executions that a predictor misses that knows nothing but which way is the
  /// likelier one, in [0, 1].
  double missed() const;
  /// Nobody knows which way it goes, and it is in a programmer's hands: what
  /// decides on an exit or on much work stays a branch.
  bool isOpen() const {
    return IsIndirect ||
           (MeetsSoon && Probability >= 0.2 && Probability <= 0.8);
  }
};

/// Those of L's path, in its order. Loads from places that stay the same while
/// L runs are none of data.
std::vector<DataBranch> dataBranches(const MachineLoop &L);
/// The same of those that end L.
std::vector<DataBranch> dataExits(const MachineLoop &L);

} // namespace rafter

#endif // RAFTER_CODEGEN_DATABRANCHES_H
