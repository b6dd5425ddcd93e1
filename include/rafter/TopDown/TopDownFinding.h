//===- TopDownFinding.h - Where slots went, printed -------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The method that finds a TopDownReport in samples of performance counters.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_TOPDOWN_TOPDOWNFINDING_H
#define RAFTER_TOPDOWN_TOPDOWNFINDING_H

#include "rafter/Method/Method.h"
#include "rafter/TopDown/TopDownAnalysis.h"

namespace rafter {

/// The analyses of a workload, one for each kind of core.
struct TopDownReport {
  std::string Input;
  std::vector<TopDownAnalysis> Analyses;
  std::vector<std::string> Notes;
  /// Of the samples: SampleTable::mode().
  std::string Mode = "measured";
};

/// "memory or core".
std::string verdictOf(const TopDownAnalysis &A);

/// Prints the verdict and the areas of each kind of core.
void printTopDownText(const TopDownReport &R, llvm::raw_ostream &OS);

/// The method, which takes TopDownOptions.
std::unique_ptr<Method> topDownMethod(const MethodOptions &Options);

} // namespace rafter

#endif // RAFTER_TOPDOWN_TOPDOWNFINDING_H
