//===- CountProgram.h - Drives perf -----------------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Counts a program's events with perf stat and reads the samples.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_COUNTERS_COUNTPROGRAM_H
#define RAFTER_COUNTERS_COUNTPROGRAM_H

#include "rafter/Counters/PerfPlan.h"
#include "rafter/Counters/SampleTable.h"
#include "llvm/Support/Error.h"
#include <functional>
#include <string>
#include <vector>

namespace rafter {

/// What is counted, as perf stat takes it.
struct CountTarget {
  /// "12,34"; processes with all their threads, threads alone, processors.
  std::string Processes, Threads, CPUs;
  bool WholeSystem = false;
  /// How long; 0: until the program or the process ends.
  double Seconds = 0;
  /// A program says itself between where and where (rafter-markers.h).
  bool Markers = false;

  /// Something that runs already.
  bool isRunning() const {
    return !Processes.empty() || !Threads.empty() || !CPUs.empty() ||
           WholeSystem;
  }
};

/// A group that is counted as it is: "cycles,instructions,a".
struct FirstGroup {
  std::string Events;
  /// The kind of cores that has these events, where there are several:
  /// "cpu_core". May be empty.
  std::string Unit;
  /// Only where there are several kinds of cores.
  bool OnlyHybrid = false;
};

struct CountOptions {
  /// The program and its arguments; beside a target that runs already it only
  /// says how long that is counted, and may be empty.
  std::vector<std::string> Command;
  CountTarget Target;
  /// Events that are time and work.
  std::string TimeEvent = "cycles", WorkEvent = "instructions";
  /// Events to count; empty: all that perf lists for a core.
  std::vector<std::string> Events;
  /// The kind of cores that has these events, as for FirstGroups.
  std::string EventUnit;
  /// Those of Events that this perf does not count are left out, and the others
  /// are counted in one run with FirstGroups.
  bool EventsMayLack = false;
  /// Groups that are counted first, in a run of their own. What cannot be
  /// counted of them is left out.
  std::vector<FirstGroup> FirstGroups;
  /// Milliseconds of an interval.
  unsigned Interval = 100;
  /// How many times the plan is gone through.
  unsigned Repetitions = 1;
  /// If given, each group is counted in runs of its own, and the plan is not
  /// gone through again once this says of the counts so far that they are
  /// enough.
  std::function<bool(const SampleTable &, unsigned Passes)> IsEnough;
  /// Metrics in a group; 0: as many as the host counts at once.
  unsigned MetricsPerGroup = 0;
  unsigned GroupsPerRun = 8;
  /// perf by path, or by name in PATH.
  std::string Perf = "perf";
  /// Called before each run with its number, from 1, and the number of runs.
  std::function<void(size_t Run, size_t Runs)> Progress;
};

struct CountResult {
  SampleTable Table;
  size_t Runs = 0, Groups = 0, Metrics = 0;
  /// How many times the plan was gone through, and whether that was enough.
  unsigned Passes = 0;
  bool WasEnough = false;
  /// Of Events, where these may lack: what perf did not count.
  std::vector<std::string> Lacking;
  /// Why FirstGroups were not counted; empty if they were.
  std::string FirstFault;
  /// Exit status of the program in its last run; -1: killed.
  int ExitStatus = 0;
};

/// Counts. Errors are one line that says what to do: no perf, no permission, no
/// counters (as in most virtual machines), an unknown event, a program that
/// cannot be started.
llvm::Expected<CountResult> countProgram(const CountOptions &Options);

} // namespace rafter

#endif // RAFTER_COUNTERS_COUNTPROGRAM_H
