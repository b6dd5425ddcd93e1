//===- SampleTable.h - Samples of performance counters ---------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What every analysis of counters reads: time, work and one metric each,
// counted together in one interval.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_COUNTERS_SAMPLETABLE_H
#define RAFTER_COUNTERS_SAMPLETABLE_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdint>
#include <string>
#include <vector>

namespace rafter {

/// One measurement.
struct CounterSample {
  /// Counts of the time event (cycles), the work event (instructions) and the
  /// metric.
  double Time = 0, Work = 0, Metric = 0;
  /// Seconds from the start of the run to the end of the interval; negative
  /// where the run is one interval.
  double End = -1;
  /// Share of the interval in which the three were counted, in (0, 1].
  float Running = 1;
  /// Index into SampleTable::events().
  uint32_t Event = 0;
  /// Index into SampleTable::runs().
  uint32_t Run = 0;
  /// Index into SampleTable::scopes().
  uint32_t Scope = 0;
};

/// The count of an event in one interval, whatever was counted with it.
struct EventCount {
  /// Scaled by perf to the whole interval.
  double Value = 0;
  /// As in CounterSample.
  double End = -1;
  /// Nanoseconds in which it was counted; negative: unknown.
  double RunTime = -1;
  float Running = 1;
  /// Relative standard deviation over repetitions; 0: none or unknown.
  float Deviation = 0;
  /// Index into SampleTable::countNames().
  uint32_t Name = 0;
  uint32_t Run = 0, Scope = 0;
};

/// A metric that perf derived from counts of one interval.
struct DerivedValue {
  double Value = 0;
  double End = -1;
  uint32_t Name = 0;
  uint32_t Run = 0, Scope = 0;
  /// The value is in percent.
  bool IsPercent = false;
};

/// Readings that gave no sample, by reason.
struct DroppedReadings {
  /// perf had no value.
  uint64_t NotCounted = 0, NotSupported = 0;
  /// Time or work were not counted in the same group.
  uint64_t NotTogether = 0;
  /// Events that measure time in seconds: task-clock, duration_time.
  uint64_t Clocks = 0;
  /// Values that perf derives from counts.
  uint64_t Derived = 0;
  /// Lines that make no sense; only where these are allowed.
  uint64_t BadLines = 0;
  /// Neither time, work nor the metric passed.
  uint64_t Empty = 0;
  /// Of whole runs, behind intervals that they add up.
  uint64_t Summaries = 0;

  DroppedReadings &operator+=(const DroppedReadings &Other);
  uint64_t total() const {
    return NotCounted + NotSupported + NotTogether + Clocks + Derived +
           BadLines + Empty + Summaries;
  }
};

/// "12 not counted, 3 not together with cycles and instructions"; empty if
/// nothing was dropped.
std::string describe(const DroppedReadings &Dropped);

/// Samples in the order of their files and lines.
class SampleTable {
public:
  /// The index of a name, which is added if it is new.
  uint32_t event(llvm::StringRef Name);
  uint32_t scope(llvm::StringRef Name);
  uint32_t countName(llvm::StringRef Name);
  uint32_t addRun(llvm::StringRef Name);

  /// Names of metrics.
  const std::vector<std::string> &events() const { return Events; }
  /// Cores, threads, cgroups; the first is "" for all.
  const std::vector<std::string> &scopes() const { return Scopes; }
  /// Names of events and derived metrics in Counts and Derived, as perf spells
  /// them.
  const std::vector<std::string> &countNames() const { return CountNames; }
  /// Files, with "#2" and so on behind the name where one has several runs.
  const std::vector<std::string> &runs() const { return Runs; }

  std::vector<CounterSample> Samples;
  /// All counts that perf printed, and what it derived from counts. Empty where
  /// only samples are known: in files that perf did not write.
  std::vector<EventCount> Counts;
  std::vector<DerivedValue> Derived;
  /// The names of the time and work events in their canonical form: "cycles",
  /// "instructions" for the aliases of these. Empty as long as there is no
  /// sample.
  std::string TimeEvent, WorkEvent;
  DroppedReadings Dropped;
  /// What counted, if that was no processor but a simulated core.
  std::string Simulated;
  /// "measured", or that it was simulated.
  std::string mode() const {
    return Simulated.empty() ? "measured" : "modelled, simulated counters";
  }
  /// What was noticed, one line each with the file.
  std::vector<std::string> Notes;

private:
  static uint32_t intern(llvm::StringMap<uint32_t> &Index,
                         std::vector<std::string> &Names, llvm::StringRef Name);
  std::vector<std::string> Events, Scopes, Runs, CountNames;
  llvm::StringMap<uint32_t> EventIndex, ScopeIndex, CountIndex;
};

struct SampleReadOptions {
  /// The events that are time and work, by one of their names; empty: the first
  /// of the usual ones that the file has (cycles, instructions).
  std::string TimeEvent, WorkEvent;
  /// Separator of CSV; empty: found out.
  std::string Separator;
  /// Lines that make no sense are counted instead of being an error.
  bool SkipBadLines = false;
  /// Called now and then with the bytes of the file that were read.
  llvm::function_ref<void(uint64_t)> Progress = nullptr;
};

/// Adds the samples of Buffer to Table: the output of perf stat in any layout,
/// the CSV of the published SPIRE program (three columns for each metric), or a
/// table that writeSamples wrote. Errors name the buffer and the line: besides
/// those of readPerfOutput, time and work of other units than Table has, work
/// without time.
llvm::Error readSamples(llvm::MemoryBufferRef Buffer,
                        const SampleReadOptions &Options, SampleTable &Table);

/// Drops all but the intervals that lie whole between From and To seconds;
/// false if none is left. The first interval of a run begins at 0.
bool keepWindow(SampleTable &Table, double From, double To);

/// Reads a file; "-" is standard input.
llvm::Error readSampleFile(llvm::StringRef Path,
                           const SampleReadOptions &Options,
                           SampleTable &Table);

/// Writes Table as CSV with a heading, one sample a line.
void writeSamples(const SampleTable &Table, llvm::raw_ostream &OS);

} // namespace rafter

#endif // RAFTER_COUNTERS_SAMPLETABLE_H
