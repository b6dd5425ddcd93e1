//===- Fixtures.h - Reports made by hand ------------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The situations that printers and plots have to cope with, without the
// analysis behind them.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_UNITTESTS_ANALYSIS_FIXTURES_H
#define RAFTER_UNITTESTS_ANALYSIS_FIXTURES_H

#include "rafter/Analysis/Report.h"
#include "rafter/Concorde/ConcordeFinding.h"
#include "rafter/Roofline/RooflineFinding.h"
#include "rafter/Simulation/MachineFindings.h"
#include "llvm/ADT/STLExtras.h"
#include <string>
#include <vector>

namespace rafter {

/// The value of a finding of Region, to be changed: copies of Region, which
/// share its findings, keep theirs.
template <typename Value> Value &edit(RegionReport &Region) {
  Region.add(makeFinding(*Region.get<Value>()));
  return const_cast<Value &>(*Region.get<Value>());
}

/// Removes the findings of Region that are not by Method.
inline void keepOnly(RegionReport &Region, llvm::StringRef Method) {
  llvm::erase_if(Region.Findings,
                 [&](const auto &F) { return F->method() != Method; });
}

/// The verdicts on Region, and the first of them.
std::vector<std::string> verdicts(const RegionReport &Region);
std::string verdict(const RegionReport &Region);

} // namespace rafter

namespace rafter::fixtures {

/// The worked example of the extended-roofline paper (Fig. 5 and Section IV):
/// the overlap of computation and L2 is the bottleneck.
Report workedExample();

/// One report for each situation that a plot has to cope with; the name says
/// which.
std::vector<std::pair<std::string, Report>> situations();

/// A report with several regions, a computation DAG, assumptions, calls that
/// were not seen, names that need escaping, and a run.
Report everything();

/// A sum of floats on a machine with a latency of 4 cycles for additions: one
/// region with sensitivity and causality and without a roofline.
Report latencyBoundSum();

/// One report for each machine-level situation that printers have to cope
/// with; the name says which.
std::vector<std::pair<std::string, Report>> machineSituations();

} // namespace rafter::fixtures

#endif // RAFTER_UNITTESTS_ANALYSIS_FIXTURES_H
