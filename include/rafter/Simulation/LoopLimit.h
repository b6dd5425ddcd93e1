//===- LoopLimit.h - What binds a loop of the source ------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A limit with the part of the source that owes most to it, as remarks say it
// and optimization records keep it.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_SIMULATION_LOOPLIMIT_H
#define RAFTER_SIMULATION_LOOPLIMIT_H

#include "rafter/Stream/Limit.h"

namespace rafter {

/// What a limit has to do with a part of the source.
enum class LimitPart : uint8_t {
  Unknown,
  /// It is the latency of a chain through the variable Subject.
  Chain,
  /// It is the latency of something in Line.
  Line,
  /// It is loads from the array Subject, or stores to it.
  Loads,
  Stores
};
/// "unknown", "chain", "line", "loads", "stores": for files.
llvm::StringRef name(LimitPart P);
std::optional<LimitPart> findLimitPart(llvm::StringRef Name);

/// One thing that binds a loop.
struct LoopLimit {
  /// Resources of the sensitivity analysis that bind together. Empty: nothing
  /// was found.
  std::vector<Limit> Resources;
  /// Cycles of the latency that binds; 0: it is none, or not known.
  unsigned Latency = 0;
  LimitPart Part = LimitPart::Unknown;
  std::string Subject;
  unsigned Line = 0;
};

/// Part of a sentence: "the 4-cycle latency of float add in the chain through
/// `sum`".
std::string describe(const LoopLimit &L);

/// What L has in common with the limits of other loops: describe with "..." in
/// place of names and lines.
std::string describeKind(const LoopLimit &L);

} // namespace rafter

#endif // RAFTER_SIMULATION_LOOPLIMIT_H
