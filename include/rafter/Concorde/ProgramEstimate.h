//===- ProgramEstimate.h - A long program from few regions -----*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The CPI of a program is the mean over its regions, estimated from randomly
// sampled ones (Concorde paper, section 5.1, figure 9).
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_CONCORDE_PROGRAMESTIMATE_H
#define RAFTER_CONCORDE_PROGRAMESTIMATE_H

#include "llvm/ADT/ArrayRef.h"
#include <cstdint>

namespace rafter {

struct ProgramCPI {
  double CPI = 0;
  /// What sampling other regions would change (standard deviation of CPI); it
  /// says nothing of the errors of the predictions. Infinite for one region of
  /// several. Of regions by phases it is too large: they differ by choice.
  double StandardError = 0;
  uint64_t Regions = 0;
};

/// From the CPIs of regions of equal length that were drawn without replacement
/// from Population regions (0: many more than were drawn). CPIs is not empty.
/// Weights: how much each counts, 1 in the mean; none: all alike.
ProgramCPI estimateProgram(llvm::ArrayRef<double> CPIs, uint64_t Population = 0,
                           llvm::ArrayRef<double> Weights = {});

} // namespace rafter

#endif // RAFTER_CONCORDE_PROGRAMESTIMATE_H
