//===- LoopCode.h - The code of one machine loop, simulated -----*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_REMARKS_LOOPCODE_H
#define RAFTER_LIB_REMARKS_LOOPCODE_H

#include "rafter/CodeGen/MachineLoops.h"
#include "rafter/Remarks/LoopRemark.h"
#include "rafter/Remarks/SourceLoops.h"
#include "rafter/Simulation/Analyze.h"

namespace rafter {

/// A machine loop in the steady state, with its data in L1. Compilations wait
/// for it: a few windows of the reorder buffer are simulated.
class LoopCode {
public:
  /// Both must outlive the object. InL1: all data is there; else it is where
  /// CPU's caches, empty in the beginning, find it.
  LoopCode(const MachineLoop &Loop, const Processor &CPU, bool InL1);

  llvm::Expected<Sensitivity> sensitivity() const;
  llvm::Expected<Causality> causality() const;

  /// What tells the code from the computation of Source, which may be null.
  std::vector<LoopDifference> differences(const LoopRemark &R,
                                          const SourceLoop *Source) const;

private:
  const MachineLoop &Loop;
  const Processor &CPU;
  bool InL1;
  InstructionSource Source;
};

} // namespace rafter

#endif // RAFTER_LIB_REMARKS_LOOPCODE_H
