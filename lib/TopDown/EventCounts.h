//===- EventCounts.h - The counts of one kind of core -----------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The counts of a table, added up by event, whatever perf calls the event.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_TOPDOWN_EVENTCOUNTS_H
#define RAFTER_TOPDOWN_EVENTCOUNTS_H

#include "rafter/Counters/SampleTable.h"
#include "llvm/ADT/StringMap.h"
#include <map>

namespace rafter {

/// An event's count over all of a table, or a metric of perf.
struct TotalCount {
  double Value = 0;
  /// Relative, one standard error.
  double Error = 0;
};

struct EventCounts {
  /// By the name that normalEventName makes.
  llvm::StringMap<TotalCount> Events;
  /// What perf derived, in [0, 1] where it is in percent, by its name.
  llvm::StringMap<TotalCount> Metrics;
};

/// The counts of each kind of core by its unit: "" where there is one kind.
std::map<std::string, EventCounts> countEvents(const SampleTable &Table);

} // namespace rafter

#endif // RAFTER_TOPDOWN_EVENTCOUNTS_H
