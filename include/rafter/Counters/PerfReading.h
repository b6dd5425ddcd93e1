//===- PerfReading.h - One value of perf's output --------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What `perf stat` says about one event, whatever the layout, and the reader of
// all layouts: CSV with any separator, JSON, the table for people; per
// interval, core, thread or cgroup, with repetitions or metrics.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_COUNTERS_PERFREADING_H
#define RAFTER_COUNTERS_PERFREADING_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"
#include <cstdint>
#include <optional>

namespace rafter {

/// Whether there is a value.
enum class CountState : uint8_t { Counted, NotCounted, NotSupported };

/// One event in one interval. The texts refer to the buffer that is read.
struct PerfReading {
  /// Line of the file, from 1.
  uint64_t Line = 0;
  /// End of the interval in seconds since the start; none without intervals.
  std::optional<double> Time;
  /// What was counted on: "S0-D0-C1", "CPU0", "python3-1234"; empty: all of it.
  llvm::StringRef Scope;
  llvm::StringRef Cgroup;
  CountState State = CountState::Counted;
  /// The count, scaled for multiplexing by perf; 0 if there is none.
  double Value = 0;
  /// Of the value: "msec"; empty for plain counts.
  llvm::StringRef Unit;
  llvm::StringRef Event;
  /// Nanoseconds in which it was counted, not scaled.
  std::optional<double> RunTime;
  /// Share of the time in which it was counted, in [0, 1]. Says nothing unless
  /// State is Counted.
  std::optional<double> Running;
  /// Relative standard deviation over repetitions (-r), 0.01 for 1 %.
  std::optional<double> Deviation;
};

/// A value that perf derived from counts: 51 "%" of "tma_frontend_bound". The
/// texts refer to the buffer that is read.
struct PerfMetric {
  /// Line, interval and place as in PerfReading.
  uint64_t Line = 0;
  std::optional<double> Time;
  llvm::StringRef Scope;
  llvm::StringRef Cgroup;
  double Value = 0;
  /// "%", "%slots"; empty if there is none.
  llvm::StringRef Unit;
  /// "tma_frontend_bound", "CPUs utilized".
  llvm::StringRef Name;
};

/// Layouts of perf stat.
enum class PerfLayout : uint8_t { CSV, JSON, Table };

struct PerfReadOptions {
  /// Separator of CSV, as in -x; empty: found out.
  std::string Separator;
  /// Lines that make no sense are counted instead of being an error.
  bool SkipBadLines = false;
};

/// What a file had besides readings.
struct PerfReadSummary {
  PerfLayout Layout = PerfLayout::CSV;
  /// Separator of CSV that was found.
  std::string Separator;
  uint64_t Readings = 0;
  /// Lines that have only values which perf derives from counts.
  uint64_t Derived = 0;
  /// Readings of a whole run behind its intervals (--summary), which add up
  /// what was read before.
  uint64_t Summaries = 0;
  uint64_t BadLines = 0;
  /// The first of the bad lines, and what is wrong with it.
  uint64_t FirstBadLine = 0;
  std::string FirstBadCause;
  /// What stands behind "# simulated by ": the core that counted; empty for a
  /// processor.
  std::string Simulated;
};

/// The consumer of readings; StartRun is called where a new run of perf begins
/// in the file (its comment "# started on"), also before the first.
struct PerfReadingSink {
  llvm::function_ref<llvm::Error(const PerfReading &)> Take;
  llvm::function_ref<void()> StartRun;
  /// Called for what perf derived, beside counts or alone; may be null.
  llvm::function_ref<void(const PerfMetric &)> TakeMetric = nullptr;
};

/// Reads all of Buffer. Errors name the buffer and the line: a line that is
/// none of perf's, a number that is negative or too large, decimal commas in
/// CSV that is separated by commas, intervals whose time runs backwards, a line
/// or object that ends early; also the errors of Sink. Decimal commas and
/// groups of digits of other languages are read where they can mean one number
/// only.
llvm::Expected<PerfReadSummary> readPerfOutput(llvm::MemoryBufferRef Buffer,
                                               const PerfReadOptions &Options,
                                               PerfReadingSink Sink);

} // namespace rafter

#endif // RAFTER_COUNTERS_PERFREADING_H
