//===- Report.h - What an analysis run has to say --------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The value that every printer (text, JSON, SVG, HTML) reads: regions in
// source order, each with the results of the analyses that were asked for.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_ANALYSIS_REPORT_H
#define RAFTER_ANALYSIS_REPORT_H

#include "rafter/Method/Finding.h"
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace rafter {

/// A program before and after a change, timed on this machine.
struct TrialMeasurement {
  /// Time of the region's function before, over that after.
  double Speedup = 1;
  /// The largest relative difference between numbers of the two outputs; 0:
  /// they are the same.
  double Difference = 0;
  /// Ticks of the time-stamp counter for each call of the function, before and
  /// after.
  double TicksBefore = 0, TicksAfter = 0;
};

/// A change that brings less is not worth a line.
inline constexpr double WorthwhileSpeedup = 1.05;

/// Whether a program computes other numbers.
struct ChangedResults {
  /// In the function of the loop, with what is inlined into it.
  bool Here = false;
  /// In other functions, since a flag is for all of them.
  bool Elsewhere = false;
  /// Only since multiplications and additions become one operation, which
  /// rounds once; of what is elsewhere if nothing changes here.
  bool OnlyByFusing = false;

  bool any() const { return Here || Elsewhere; }
};

/// A change to how a loop is compiled, judged by the model of the machine.
struct Trial {
  /// What to write, as a user writes it: "-ffast-math", or a pragma, attribute
  /// or builtin; several are joined with "and".
  std::string Change;
  /// Predicted cycles per iteration of the source's loop, with the change.
  double Cycles = 0;
  /// It takes no fewer: it helps no more than that, and what data outside of L1
  /// add was not looked for.
  bool IsLeast = false;
  /// Without it, over Cycles.
  double Speedup = 1;
  /// Without it, where a loop as it is entered, from caches as they are then,
  /// takes others than the steady state of the region, by 5 % or more.
  std::optional<double> Before = std::nullopt;
  /// How much has to be written; ties of trials go to the least.
  unsigned Effort = 0;
  ChangedResults Results;
  /// Correct only where the pointers that it names never overlap.
  bool NeedsNoOverlap = false;
  /// Both times are those with a branch that goes either way: its line. 0: all
  /// branches are predicted.
  unsigned OpenLine = 0;
  /// Cycles of an iteration, with the change, for mispredictions of the branch
  /// of the region that is open (RegionReport::Open), if it goes at random.
  double OpenCycles = 0;
  std::optional<TrialMeasurement> Measured;
};

/// The branches of a line on data of which nobody knows which way they go; more
/// than one where the compiler has unrolled the loop.
struct OpenBranch {
  SourceLocation Place;
  /// Cycles of an iteration for their mispredictions, if nothing but the
  /// likelier way is known to the predictor.
  double Cycles = 0;
  /// These over the cycles of an iteration where all branches are predicted.
  double Share = 0;

  bool isMost() const { return Share > 1; }
};

/// What a loop takes where integers that nobody knows are a power of two, as
/// sizes often are, and not what they are assumed to be: places that are powers
/// of two apart meet in few sets of the caches.
struct PowerOfTwoSize {
  uint64_t Value = 0, Assumed = 0;
  /// Of an iteration, and how many times as many these are.
  double Cycles = 0;
  double Slowdown = 1;
};

/// One analysed region, a function of a run or a loop nest, with what each
/// method found.
struct RegionReport : Origin {
  FindingList Findings;
  /// What was tried, fastest first.
  std::vector<Trial> Tried;
  /// Where a branch that is taken to be predicted may cost most.
  std::optional<OpenBranch> Open;
  /// Only where it is much slower.
  std::optional<PowerOfTwoSize> IfPowerOfTwo;
  /// Why nothing could be compared; empty: something was, or nobody tried.
  std::string WhyUntried;

  /// Of those that are about as fast as the fastest, the one with the least
  /// effort; null if none is worth a line.
  /// Safe: of those that keep all results.
  const Trial *best(bool Safe) const;

  /// The value of a finding; null if there is none.
  template <typename Value> const Value *get() const {
    return rafter::get<Value>(Findings);
  }
  bool has(llvm::StringRef Method) const;
  /// Adds a finding, or replaces that of the same method.
  void add(std::shared_ptr<const Finding> F);
};

struct Report {
  /// The analysed file as the user named it.
  std::string Input;
  /// The CPU with all overrides applied.
  Processor CPU;
  /// Overrides of -rafter-set, as given.
  std::string Overrides;
  /// What stands in the source where that is MLIR; otherwise empty.
  SourceOperations Operations;
  std::vector<RegionReport> Regions;
  /// Loop nests that are not among Regions, which are the hottest.
  size_t NestsLeftOut = 0;
  /// By symbol, how often a function is expected to be called in one run of the
  /// program; those in headers of the system, which nobody changes, count less.
  /// Those that are missing count once.
  std::map<std::string, double> Calls;
  /// The code has a main function and was not run.
  bool CouldRun = false;
  /// Changes that could not be tried or measured, each with the reason:
  /// "-O3: ...".
  std::vector<std::string> NotTried;
  /// More changes could be tried than were, since they take too long.
  bool MoreToTry = false;

  /// What a finding of Region, which must be one of Regions, is printed with.
  FindingContext contextOf(const RegionReport &Region, SourceText &Lines) const;
};

/// The first verdict on a region of R.
std::string verdict(const Report &R, const RegionReport &Region);

} // namespace rafter

#endif // RAFTER_ANALYSIS_REPORT_H
