//===- ReportDiff.h - What changed between two reports ----------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads two JSON reports, finds the regions that belong together and compares
// their figures; conditions on the ratios make a build fail when code becomes
// slower.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_ANALYSIS_REPORTDIFF_H
#define RAFTER_ANALYSIS_REPORTDIFF_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>
#include <string>
#include <vector>

namespace rafter {

/// What can be compared.
enum class Figure : uint8_t {
  /// Of the machine level where both reports have it, otherwise those of the
  /// generalized roofline.
  Cycles,
  CyclesPerIteration,
  /// Flops per cycle.
  Performance,
  Instructions,
  /// Shares of the slots by top-down analysis of counters.
  FrontEnd,
  BadSpeculation,
  BackEnd,
  Memory,
  Core,
  Retiring,
  /// Work in each unit of time of all samples, as counted and as SPIRE's
  /// rooflines allow it.
  Measured,
  Estimate
};
inline constexpr unsigned NumFigures = 12;
/// "cycles", "cycles_per_iteration", "performance", "instructions",
/// "front_end", "bad_speculation", "back_end", "memory", "core", "retiring",
/// "measured", "estimate".
const char *name(Figure F);

/// What a comparison needs of one region of a report.
struct ComparedRegion {
  std::string Name, Function, Loop, File;
  uint64_t Line = 0;
  /// "skylake (file 0123), rs=20, static, cold cache": what makes figures
  /// incomparable when it differs.
  std::string Setting;
  std::optional<double> MachineCycles, RooflineCycles, CyclesPerIteration,
      Performance, Instructions;
  /// Of counters: shares by top-down analysis, of the first kind of core; the
  /// throughputs of SPIRE.
  std::vector<std::pair<Figure, double>> Counted;
  /// The first limits with their speed-ups, "latency float add x4.00", the
  /// nearest roof, and what the analyses of counters name.
  std::vector<std::string> Limits;
};

/// Reads a report of rafter-opt in JSON. Errors name the buffer and the cause:
/// no JSON, no report, a newer schema.
llvm::Expected<std::vector<ComparedRegion>>
readReport(llvm::MemoryBufferRef JSON);

/// One figure of one region in both reports.
struct FigureChange {
  Figure What = Figure::Cycles;
  double Old = 0, New = 0;
  /// New / Old; 1 when both are 0, infinite when only Old is.
  double ratio() const;
};

struct RegionChange {
  ComparedRegion Old, New;
  /// In the order of Figure; those that only one report has are left out.
  std::vector<FigureChange> Figures;
};

struct ReportDiff {
  /// In the order of the new report.
  std::vector<RegionChange> Regions;
  std::vector<ComparedRegion> OnlyOld, OnlyNew;
};

/// Pairs regions of the same name, function, loop and line; then without the
/// line; then of the same function and loop; then, where a function has equally
/// many left in both, in order. Each region is in at most one pair.
ReportDiff compareReports(std::vector<ComparedRegion> Old,
                          std::vector<ComparedRegion> New);

/// "cycles > 1.05": a bound on the ratio of new to old.
struct DiffCondition {
  Figure What = Figure::Cycles;
  enum class Operator : uint8_t { Less, LessEqual, Greater, GreaterEqual };
  Operator Compare = Operator::Greater;
  double Bound = 1;

  bool holds(double Ratio) const;
  /// As it is written.
  std::string text() const;
};

/// Parses "FIGURE OP NUMBER", several separated by commas. Errors quote what
/// was not understood.
llvm::Expected<std::vector<DiffCondition>>
parseConditions(llvm::StringRef Text);

/// One line for each region and condition that holds, and one for each
/// condition on a figure that no pair of regions has: a check that checks
/// nothing must not pass.
std::vector<std::string> findFailures(const ReportDiff &Diff,
                                      llvm::ArrayRef<DiffCondition> Conditions);

/// Prints a table for each pair of regions, what changed in the limits, and
/// regions without a partner.
void printDiffText(const ReportDiff &Diff, llvm::raw_ostream &OS);

/// {regions [{name, source, figures {cycles: {old, new, ratio}}, limits {old,
/// new}, settings}], only_old, only_new, failures}.
void printDiffJSON(const ReportDiff &Diff, llvm::ArrayRef<std::string> Failures,
                   llvm::raw_ostream &OS);

} // namespace rafter

#endif // RAFTER_ANALYSIS_REPORTDIFF_H
