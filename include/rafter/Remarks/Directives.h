//===- Directives.h - What the source says about its loops -----*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Pragmas, attributes and files of budgets, as values. The side that reads the
// source fills a table by the place of each loop; the side that analyses code
// looks loops up by the place that debug information gives them. Nothing of it
// is written into the IR, so that the objects stay as they are.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_REMARKS_DIRECTIVES_H
#define RAFTER_REMARKS_DIRECTIVES_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rafter {

/// A place in a source file, as clang and debug information count: from 1.
struct SourcePlace {
  std::string File;
  unsigned Line = 0;
  /// 0: unknown.
  unsigned Column = 0;
};

/// Whether A and B name one file: one's path is the end of the other's.
bool isSameFile(llvm::StringRef A, llvm::StringRef B);
/// Whether A and B are one place; a column of 0 is any.
bool isSamePlace(const SourcePlace &A, const SourcePlace &B);

/// The memory level that a loop's accesses are assumed to hit.
enum class DataLevel : uint8_t { L1, L2, L3, Memory };

/// What a budget limits.
enum class BudgetQuantity : uint8_t {
  /// Of the source loop, in the steady state.
  CyclesPerIteration,
  /// Instructions of the machine code per iteration of the source loop.
  InstructionsPerIteration,
  /// Spilled and reloaded values per iteration of the source loop.
  SpillsPerIteration
};
/// "cycles_per_iteration", as it is written in the source.
const char *name(BudgetQuantity Q);
/// The quantity of that name.
std::optional<BudgetQuantity> findQuantity(llvm::StringRef Name);

/// "cycles_per_iteration <= 4.2, cpu=znver4".
struct Budget {
  BudgetQuantity Quantity = BudgetQuantity::CyclesPerIteration;
  double Limit = 0;
  /// True: the limit itself is allowed (<=).
  bool Inclusive = true;
  /// Name of a CPU file; empty: that of the analysis.
  std::string CPU;
  /// Where the budget is written; its diagnostics point there.
  SourcePlace Where;
  /// As it is written.
  std::string Text;

  bool allows(double Value) const {
    return Inclusive ? Value <= Limit : Value < Limit;
  }
};

/// All that is said about one loop.
struct LoopDirectives {
  /// The loop statement.
  SourcePlace Loop;
  /// Always remarked on, whatever the thresholds and filters.
  bool Analyze = false;
  std::optional<uint64_t> TripCount;
  std::optional<DataLevel> Level;
  std::vector<Budget> Budgets;
};

/// The directives of a translation unit, by place.
class DirectiveTable {
public:
  /// What is said at one place adds up.
  void add(LoopDirectives D);
  /// Those of the loop at this place: files are equal when one's path ends with
  /// the other's; a column of 0 matches every loop of the line. Null: none.
  const LoopDirectives *find(llvm::StringRef File, unsigned Line,
                             unsigned Column) const;
  const std::vector<LoopDirectives> &all() const { return Entries; }
  bool empty() const { return Entries.empty(); }

private:
  std::vector<LoopDirectives> Entries;
};

} // namespace rafter

#endif // RAFTER_REMARKS_DIRECTIVES_H
