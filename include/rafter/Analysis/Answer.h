//===- Answer.h - What a user reads first -----------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All methods make one answer: for each loop what binds it, what would be
// gained, where, and what to do; and where the methods disagree, and why.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_ANALYSIS_ANSWER_H
#define RAFTER_ANALYSIS_ANSWER_H

#include "rafter/Analysis/Report.h"
#include "llvm/ADT/StringRef.h"

namespace rafter {

/// One component in the eyes of all methods.
struct ComponentRow {
  Component What;
  /// Which of them, as the first method that says so has it; of levels of
  /// memory, all that methods say.
  std::string Of;
  /// Share of the time by Opinions::Methods, in [0, 1].
  std::vector<double> Shares;
};

/// The methods side by side.
struct Opinions {
  /// Of those that name components, in the order of the report.
  std::vector<std::string> Methods;
  /// By the largest share, largest first.
  std::vector<ComponentRow> Rows;
  /// One line for two components that methods name first: who does, and the
  /// rule that explains it, or that none does.
  std::vector<std::string> Disagreements;
};

/// The answer for one region.
struct RegionAnswer {
  const RegionReport *Region = nullptr;
  /// Some method has an answer; otherwise What is why there is none.
  bool IsAnswered = true;
  /// The region with the whole nest, of an inner loop that speaks for it; what
  /// its methods say counts as well.
  const RegionReport *Nest = nullptr;
  Statement What;
  Opinions Of;

  /// Time that the region is expected to take, in no unit; 0: unknown. Of a
  /// branch that may go either way, that it does.
  double expectedTime() const;
};

/// The regions of R, by the time that they are expected to take: first those
/// with an order by that time, then the others with an answer as the report has
/// them, then those without. A nest is left out where loops in it speak for it.
/// R must outlive it.
std::vector<RegionAnswer> answers(const Report &R);

/// The most lines that printAnswer prints.
inline constexpr unsigned MaxAnswerLines = 25;

/// Prints one screen: at most MaxAnswerLines lines of at most 100 columns where
/// names permit it.
void printAnswer(const Report &R, llvm::raw_ostream &OS);

} // namespace rafter

#endif // RAFTER_ANALYSIS_ANSWER_H
