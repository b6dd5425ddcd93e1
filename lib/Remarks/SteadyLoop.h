//===- SteadyLoop.h - One machine loop, simulated ---------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_REMARKS_STEADYLOOP_H
#define RAFTER_LIB_REMARKS_STEADYLOOP_H

#include "rafter/CodeGen/MachineLoops.h"
#include "rafter/CodeGen/SourceLoops.h"
#include "rafter/Remarks/LoopRemark.h"
#include "rafter/Simulation/Analyze.h"
#include <memory>

namespace rafter {

/// A machine loop in the steady state, with data in one level.
class SteadyLoop {
public:
  /// Both must outlive the object. Level: where all data is.
  SteadyLoop(const MachineLoop &Loop, const Processor &CPU, DataLevel Level);

  llvm::Expected<Prediction> time() const;
  /// Cycles of an iteration on a machine without some limits.
  llvm::Expected<double> timeWithout(llvm::ArrayRef<Limit> Removed) const;
  llvm::Expected<Sensitivity> sensitivity() const;
  llvm::Expected<Causality> causality() const;

  /// What tells the code from the computation of Source, which may be null.
  std::vector<LoopDifference> differences(const LoopRemark &R,
                                          const SourceLoop *Source) const;

private:
  /// The loop and the CPU with data that is not in L1.
  struct Elsewhere {
    MachineLoop Loop;
    Processor CPU;
  };

  std::unique_ptr<const Elsewhere> Far;
  const MachineLoop &Loop;
  const Processor &CPU;
  bool InL1;
  InstructionSource Source;
};

} // namespace rafter

#endif // RAFTER_LIB_REMARKS_STEADYLOOP_H
