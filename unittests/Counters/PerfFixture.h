//===- PerfFixture.h - Reads texts as the output of perf -------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_UNITTESTS_COUNTERS_PERFFIXTURE_H
#define RAFTER_UNITTESTS_COUNTERS_PERFFIXTURE_H

#include "rafter/Counters/PerfReading.h"
#include <vector>

namespace rafter {

struct PerfContents {
  std::vector<PerfReading> Readings;
  PerfReadSummary Summary;
  unsigned Runs = 0;
  /// Empty if all was well.
  std::string Error;
};

inline PerfContents readPerfText(llvm::StringRef Text,
                                 const PerfReadOptions &Options = {}) {
  PerfContents All;
  auto Take = [&](const PerfReading &R) {
    All.Readings.push_back(R);
    return llvm::Error::success();
  };
  auto StartRun = [&] { ++All.Runs; };
  auto Summary = readPerfOutput({Text, "perf"}, Options, {Take, StartRun});
  if (Summary)
    All.Summary = *Summary;
  else
    All.Error = llvm::toString(Summary.takeError());
  return All;
}

/// A reading on one line, for comparisons: time, scope, cgroup, value or state,
/// unit, event, run time, share, deviation; "-" for what is not there.
inline std::string describe(const PerfReading &R) {
  auto Number = [](std::optional<double> V) {
    if (!V)
      return std::string("-");
    char Text[40];
    snprintf(Text, sizeof(Text), "%.12g", *V);
    return std::string(Text);
  };
  auto Name = [](llvm::StringRef Text) {
    return Text.empty() ? std::string("-") : Text.str();
  };
  std::string Value = R.State == CountState::Counted      ? Number(R.Value)
                      : R.State == CountState::NotCounted ? "not-counted"
                                                          : "not-supported";
  return Number(R.Time) + " " + Name(R.Scope) + " " + Name(R.Cgroup) + " " +
         Value + " " + Name(R.Unit) + " " + Name(R.Event) + " " +
         Number(R.RunTime) + " " + Number(R.Running) + " " +
         Number(R.Deviation);
}

/// Time, scope, cgroup, value, unit, "metric", name.
inline std::string describe(const PerfMetric &M) {
  PerfReading Place;
  Place.Time = M.Time;
  Place.Scope = M.Scope;
  Place.Cgroup = M.Cgroup;
  Place.Value = M.Value;
  Place.Unit = M.Unit;
  std::string Text = describe(Place);
  // Without event, run time, share and deviation.
  return Text.substr(0, Text.size() - 8) + " metric " + M.Name.str();
}

} // namespace rafter

#endif // RAFTER_UNITTESTS_COUNTERS_PERFFIXTURE_H
