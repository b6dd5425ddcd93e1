//===- TopDownAnalysis.h - Where slots went ---------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the family whose formulas the counts of a table allow, evaluates them,
// and says how sure the shares are: events that take turns are counted a part
// of the time, and perf scales them.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_TOPDOWN_TOPDOWNANALYSIS_H
#define RAFTER_TOPDOWN_TOPDOWNANALYSIS_H

#include "rafter/Counters/SampleTable.h"
#include "rafter/TopDown/TopDownFamily.h"
#include <optional>

namespace rafter {

/// Where a share comes from.
enum class ShareBasis : uint8_t {
  /// The formula, on counts.
  Events,
  /// perf printed it.
  Perf
};
/// "events", "perf".
const char *name(ShareBasis Basis);

/// An area's share of the slots, in [0, 1], but for what formulas make of
/// noise.
struct AreaShare {
  std::string Name, Of;
  double Share = 0;
  /// One standard error on either side, from the time in which its events were
  /// not counted, from repetitions, and from how runs differ.
  double Error = 0;
  ShareBasis Basis = ShareBasis::Events;
};

struct TopDownAnalysis {
  TopDownFamily Family;
  /// The kind of core on a hybrid machine: "cpu_core"; otherwise empty.
  std::string Unit;
  /// In the order of the family, those that are known.
  std::vector<AreaShare> Areas;
  /// Areas of the family whose events were not counted.
  std::vector<std::string> Missing;
  /// What of perf -e would count all events; empty if nothing is missing.
  std::string Command;
  /// The areas that lose most, first the one that does: more than one where the
  /// errors do not tell them apart. Parts stand for their area where they are
  /// known. "retiring" alone, where nine tenths of the slots retire: what
  /// limits the program is the width of the core.
  std::vector<std::string> Verdict;
  /// The share of the first.
  double Lost = 0;
  /// What level one adds up to; 1 but for noise, if the family is right.
  double Sum = 0;
};

struct TopDownOptions {
  /// The family by name; empty: the one that fits the events best.
  std::string Family;
  /// Of a program, to stand in the command.
  std::string Program = "PROGRAM";
};

/// The analyses of a table, one for each kind of core. Error: no family has the
/// events of its first level; with the command that counts those of the family
/// that is nearest, or of this machine's CPU.
llvm::Expected<std::vector<TopDownAnalysis>>
analyzeTopDown(const SampleTable &Table, llvm::ArrayRef<TopDownFamily> Families,
               const TopDownOptions &Options = {});

/// "perf stat -x, -o counts.csv -e '{a,b}' ... -- PROGRAM".
std::string perfCommand(const TopDownFamily &Family, llvm::StringRef Program);

} // namespace rafter

#endif // RAFTER_TOPDOWN_TOPDOWNANALYSIS_H
