//===- PerfPlan.h - Which events are counted together -----------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A core counts a few events at once. Each metric is counted in a group with
// time and work, so that the three were measured together; groups take turns
// within a run, and sets of groups over several runs.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_COUNTERS_PERFPLAN_H
#define RAFTER_COUNTERS_PERFPLAN_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace rafter {

struct PerfPlanOptions {
  std::string TimeEvent = "cycles", WorkEvent = "instructions";
  /// Metrics in a group, beside time and work.
  unsigned MetricsPerGroup = 4;
  /// Groups that take turns in one run: each is counted for that part of it.
  unsigned GroupsPerRun = 8;
};

/// Events in groups in runs.
struct PerfPlan {
  /// For each run its groups, as perf's -e takes them:
  /// "{cycles,instructions,a,b}".
  std::vector<std::vector<std::string>> Runs;
  size_t Groups = 0;
};

/// Packs Metrics in their order; time, work and repetitions are left out. A
/// metric of one kind of cores ("cpu_core/a/") stands with the time and work of
/// that kind, and Intel's "topdown-" events, which are read together with slots
/// or not at all, in one group that slots lead.
PerfPlan planCounting(llvm::ArrayRef<std::string> Metrics,
                      const PerfPlanOptions &Options = {});

/// The events of Group with their monitoring unit: "cycles,cpu/a,cmask=1/" in
/// cpu_core is "cpu_core/cycles/,cpu_core/a,cmask=1/".
std::string inUnit(llvm::StringRef Group, llvm::StringRef Unit);

/// "a,b/c,d/" as "a" and "b/c,d/".
std::vector<std::string> splitEvents(llvm::StringRef Group);

/// The events in what `perf list --raw-dump` printed that one core counts:
/// without time and work, tracepoints, clocks, monitoring units outside the
/// core, and raw descriptors.
std::vector<std::string> coreEvents(llvm::StringRef RawList);

} // namespace rafter

#endif // RAFTER_COUNTERS_PERFPLAN_H
