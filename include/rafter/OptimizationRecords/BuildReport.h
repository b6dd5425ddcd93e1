//===- BuildReport.h - The remarks of a whole build -------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The remarks of many translation units as one list, ranked by the cycles that
// the next step would save. What stands in a header and is compiled again and
// again is one entry. Text and HTML begin with the table of ranks:
//
//   1 remark from 3 records
//
//   rank  saved  of loop  cycles  next  least  records  place          function
//      1   3000    75.0%    4.00  1.00   0.50        1  src/sum.c:3:3  sum
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_OPTIMIZATIONRECORDS_BUILDREPORT_H
#define RAFTER_OPTIMIZATIONRECORDS_BUILDREPORT_H

#include "rafter/Simulation/LoopLimit.h"
#include "rafter/Stream/Operation.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rafter {

/// A remark of Rafter as an optimization record has it. Cycles are per
/// iteration of the loop of the source.
struct LoopRecord {
  /// The file as the record names it, often relative to where it was compiled.
  SourceLocation Place;
  /// The name in the object file, and as it is written in the source.
  std::string Symbol, Function;
  /// The remark's name: "LoopBound".
  std::string Name;
  /// The whole sentence.
  std::string Text;
  std::string CPU, Limit, NextLimit, Advice, LeastLimit;
  /// Limit as a value. Without resources: the record has none, or those of a
  /// later version.
  LoopLimit Bound;
  /// By what the code differs from the computation: "spills".
  std::vector<std::string> Differences;
  std::vector<std::string> Assumptions;
  std::optional<double> Cycles, NextCycles, LeastCycles, Factor;
  /// What following the advice brings, as a factor.
  std::optional<double> Gain;
  /// Cycles in the loop for each call of the function, by a profile or by
  /// block frequencies, and the calls that a profile counted.
  std::optional<double> Weight;
  std::optional<uint64_t> Calls;
  /// Of a loop without a remark (LoopSilent): why.
  std::string Reason;
  /// Iterations of the source loop that one of the machine loop covers.
  std::optional<uint64_t> VectorFactor;
  /// Executions that a profile counted.
  std::optional<uint64_t> Hotness;

  /// Share of the cycles that is gone when the limit is, in [0, 1]. What the
  /// computation needs at least is no part of it: it is seldom in reach.
  double gain() const;
  /// Cycles saved in the run of the profile; without one, for each call of the
  /// function.
  double saved() const {
    return Weight.value_or(0) * gain() * double(Calls.value_or(1));
  }
};

/// Lines of the user's source around a loop.
struct SourceExcerpt {
  /// Number of the first line; 0: there is no excerpt.
  unsigned FirstLine = 0;
  std::vector<std::string> Lines;
};

/// A remark, and how often the build made it.
struct MergedRecord {
  /// Of those that are the same, the one with the most to save.
  LoopRecord Heaviest;
  /// Records in which it stands, at least 1.
  unsigned Count = 1;
  /// The file that Place names, where it was found; otherwise empty.
  std::string SourceFile;
  SourceExcerpt Excerpt;
};

/// What the records of a build say.
struct BuildReport {
  /// Most cycles saved first.
  std::vector<MergedRecord> Loops;
  /// Loops that have no remark, by place, each once.
  std::vector<LoopRecord> Silent;
  /// Loops that are left out of the list.
  uint64_t LeftOut = 0;
  /// Records by what they have: remarks of Rafter, those of other passes only,
  /// none, and those that could be read in part or not at all.
  uint64_t WithRemarks = 0, OtherPasses = 0, Empty = 0, Broken = 0;
  /// One line for each record that is broken: file, place and cause.
  std::vector<std::string> Problems;

  uint64_t records() const {
    return WithRemarks + OtherPasses + Empty + Broken;
  }
};

/// Prints the table of ranks, and every remark below its place.
void printBuildText(const BuildReport &R, llvm::raw_ostream &OS);

/// Prints a line for each remark as compilers do, which editors understand.
void printBuildLines(const BuildReport &R, llvm::raw_ostream &OS);

/// Prints one JSON object: docs/schema/build-report.schema.json.
void printBuildJSON(const BuildReport &R, llvm::raw_ostream &OS);

/// Prints SARIF 2.1.0, for services that show the findings of a build beside
/// its code. Version: of Rafter.
void printBuildSARIF(const BuildReport &R, llvm::StringRef Version,
                     llvm::raw_ostream &OS);

/// "gain >= 2": a bound on what one remark says, or on how many there are.
struct BuildCondition {
  enum class Figure : uint8_t { Remarks, Gain, Cycles, Saved };
  enum class Operator : uint8_t { Less, LessEqual, Greater, GreaterEqual };
  Figure What = Figure::Gain;
  Operator Compare = Operator::GreaterEqual;
  double Bound = 0;
  /// As it was written.
  std::string Text;
};

/// Parses "FIGURE OP NUMBER", several separated by commas. Errors quote what
/// was not understood.
llvm::Expected<std::vector<BuildCondition>>
parseBuildConditions(llvm::StringRef Text);

/// One line for each condition and loop that it holds for.
std::vector<std::string>
findFailures(const BuildReport &R, llvm::ArrayRef<BuildCondition> Conditions);

/// Prints one page that needs no network: the table, filters by file, limit and
/// words, and every remark under its line of the source. Without scripts all of
/// it but the filters is there.
void printBuildHTML(const BuildReport &R, llvm::raw_ostream &OS);

} // namespace rafter

#endif // RAFTER_OPTIMIZATIONRECORDS_BUILDREPORT_H
