//===- PerfLayouts.h - The layouts of perf stat, line by line --*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A layout turns one line into readings. It knows nothing of files.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_COUNTERS_PERFLAYOUTS_H
#define RAFTER_LIB_COUNTERS_PERFLAYOUTS_H

#include "rafter/Counters/PerfReading.h"
#include "llvm/ADT/SmallVector.h"

namespace rafter {

/// What a line is.
enum class LineKind : uint8_t {
  /// It has readings.
  Readings,
  /// Metrics that perf derived from counts.
  Derived,
  /// Names the metrics of the lines that follow it.
  Heading,
  /// Of no interest: empty, a heading, another program's output.
  Nothing,
  Bad
};

struct ParsedLine {
  LineKind Kind = LineKind::Nothing;
  /// Why it is bad, without a full stop.
  const char *Cause = nullptr;
  llvm::SmallVector<PerfReading, 2> Readings;
  llvm::SmallVector<PerfMetric, 2> Metrics;

  void clear() {
    Kind = LineKind::Nothing;
    Cause = nullptr;
    Readings.clear();
    Metrics.clear();
  }
  void bad(const char *Why) {
    Kind = LineKind::Bad;
    Cause = Why;
    Readings.clear();
    Metrics.clear();
  }
  /// Adds what perf derived: Text is its unit and name.
  void addMetric(const PerfReading &Place, double Value, llvm::StringRef Text);
};

/// [summary,] [time,] [scope, [CPUs,]] value, unit, event [, cgroup] [,
/// deviation] [, run time, share [, metric, unit [, threshold]]]; without a
/// count where perf shows metrics only.
void parseCSVLine(llvm::StringRef Line, llvm::StringRef Separator,
                  ParsedLine &Result);

/// The separator with which most of Lines are readings; empty if none makes
/// sense of any.
std::string findSeparator(llvm::ArrayRef<llvm::StringRef> Lines);

/// One or several objects; a comma behind the last member is allowed. Line may
/// be several of the file.
void parseJSONLine(llvm::StringRef Line, ParsedLine &Result);

/// [time] [scope [CPUs]] value [unit] event [# metric] [(+- deviation)]
/// [(share)]. A time is known by its nine decimals, which no count has.
void parseTableLine(llvm::StringRef Line, ParsedLine &Result);

/// Begins the line in which rafter-opt simulate says which core counted.
inline constexpr llvm::StringLiteral SimulatedBy = "# simulated by ";

/// Whether Line heads a table with intervals: "#  time  counts unit events".
bool isTableHeading(llvm::StringRef Line);

} // namespace rafter

#endif // RAFTER_LIB_COUNTERS_PERFLAYOUTS_H
