//===- SampleBuilder.h - From readings to samples --------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// perf prints events one by one and says nothing of groups. Time and work of a
// sample must have been counted while the metric was, so the groups are found
// again: by the order of the events, and by the time for which each was
// counted, which is the same for the members of a group and no others.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_COUNTERS_SAMPLEBUILDER_H
#define RAFTER_LIB_COUNTERS_SAMPLEBUILDER_H

#include "rafter/Counters/PerfReading.h"
#include "rafter/Counters/SampleTable.h"
#include "llvm/ADT/MapVector.h"

namespace rafter {

/// Collects the readings of one interval and adds its samples to a table.
class SampleBuilder {
public:
  SampleBuilder(llvm::StringRef File, const SampleReadOptions &Options,
                SampleTable &Table)
      : File(File), Options(Options), Table(Table) {}

  /// A new run of perf begins.
  llvm::Error startRun();
  llvm::Error take(const PerfReading &R);
  void take(const PerfMetric &M);
  /// No more readings follow.
  llvm::Error finish() { return endInterval(); }

private:
  /// What is known about an event by its name.
  struct EventFacts {
    /// In the table, once it has a sample.
    uint32_t Index = ~0u;
    /// Among the names of counts, once it has one.
    uint32_t CountName = ~0u;
    /// From 1, best first; 0: not time (work).
    unsigned TimeRank = 0, WorkRank = 0;
    /// Whose time and work it needs: 0 any, otherwise a number for its unit.
    unsigned Unit = 0;
    bool IsClock = false;
  };
  using Event = llvm::StringMapEntry<EventFacts>;
  /// A reading that is kept until its interval is complete.
  struct Kept {
    Event *Of;
    double Value;
    std::optional<double> RunTime, Running;
    uint64_t Line;
    const EventFacts &facts() const { return Of->second; }
  };
  /// Time and work that were counted together.
  struct Pair {
    size_t Time, Work;
    unsigned Unit;
  };

  Event &eventNamed(llvm::StringRef Name);
  /// The number of a scope, which is mostly that of the last reading.
  uint32_t scopeOf(llvm::StringRef Scope, llvm::StringRef Cgroup);
  llvm::Error endInterval();
  llvm::Error endScope(uint32_t Scope, llvm::ArrayRef<Kept> Readings);
  std::vector<size_t> best(llvm::ArrayRef<Kept> Readings,
                           unsigned EventFacts::*Rank) const;
  std::vector<Pair> findPairs(llvm::ArrayRef<Kept> Readings) const;
  const Pair *findPair(llvm::ArrayRef<Kept> Readings, size_t Metric,
                       llvm::ArrayRef<Pair> Pairs, bool IsHybrid) const;
  llvm::Error addSample(uint32_t Scope, const Kept &Time, const Kept &Work,
                        const Kept &Metric);

  std::string File;
  const SampleReadOptions &Options;
  SampleTable &Table;
  unsigned Runs = 0;
  uint32_t Run = 0;
  double End = -1;
  llvm::StringMap<EventFacts> Facts;
  llvm::StringMap<unsigned> Units;
  std::string LastScope;
  std::optional<uint32_t> LastScopeNumber;
  /// By scope, in the order of their first readings.
  llvm::MapVector<uint32_t, std::vector<Kept>> Interval;
};

/// Sets the units of Table, or checks that they are the same. The error says
/// what differs, or that a name could not be written and read again, without
/// the file.
llvm::Error unifyUnits(llvm::StringRef Time, llvm::StringRef Work,
                       SampleTable &Table);

} // namespace rafter

#endif // RAFTER_LIB_COUNTERS_SAMPLEBUILDER_H
