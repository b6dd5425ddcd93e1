//===- LoopRemark.h - What is said about one loop of the source -*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The value behind a remark: what binds a loop of the source, as its machine
// code runs on one CPU, and what its computation needs at least. Printing it
// and checking budgets are elsewhere.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_REMARKS_LOOPREMARK_H
#define RAFTER_REMARKS_LOOPREMARK_H

#include "rafter/Remarks/Directives.h"
#include "rafter/Simulation/LoopLimit.h"
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace rafter {

/// Why the machine code takes longer than its computation needs.
enum class LoopDifference : uint8_t {
  /// One element at a time.
  NotVectorized,
  /// Vectors narrower than those of the CPU.
  NarrowVectors,
  /// Values are stored to the stack and loaded again.
  Spills,
  /// Integer instructions that count and form addresses fill the machine.
  AddressArithmetic,
  /// Multiplications and additions that the CPU could do as one operation.
  FusionLost,
  /// Shuffles, inserts and extracts between vector lanes.
  Shuffles,
  /// Calls that stay in the loop.
  Calls
};
/// "not vectorized", "narrow vectors", "spills", "address arithmetic", "fusion
/// lost", "shuffles", "calls": as remarks say it.
const char *name(LoopDifference D);

/// What is said about one loop of the source on one CPU. All numbers are per
/// iteration of the source loop, of the machine loop that executes most of
/// them, in the steady state.
struct LoopRemark {
  /// Name in the IR, and in the source.
  std::string Symbol;
  std::string Function;
  /// Where the loop begins. Line 0: there is no debug information.
  SourcePlace Place;
  /// As loop nests are named: "line 12", or the header's name.
  std::string Loop;
  /// Name of the CPU file.
  std::string CPU;

  double Cycles = 0;
  LoopLimit Limit;
  /// Where the instruction stands that owes most to it. Line 0: not known.
  SourcePlace Blamed;
  /// Cycles that are left when the limit is gone, and what binds then.
  double NextCycles = 0;
  LoopLimit Next;
  /// One line without a full stop; empty when nothing is known to help.
  std::string Advice;

  /// Cycles that the computation needs at least on this CPU, from the floating-
  /// point operations, bytes and recurrences of the IR. None: nothing of it is
  /// in the loop.
  std::optional<double> LeastCycles;
  /// What needs them: "float adds", "loads from L1", "the chain through `sum`".
  std::string LeastLimit;
  /// By which the code differs from the computation, in the order of the enum;
  /// only where it takes longer.
  std::vector<LoopDifference> Differences;

  /// Iterations of the source loop in one of the machine loop, by vectorizing,
  /// interleaving and unrolling; none: not known, and the numbers are per
  /// iteration of the machine loop.
  std::optional<unsigned> VectorFactor;
  /// Machine loops and versions of this loop of the source.
  unsigned Copies = 1;
  /// Instructions of the machine code, and values spilled or reloaded.
  double Instructions = 0;
  double Spills = 0;

  /// Iterations of the source loop for each call of the function, estimated.
  double Iterations = 0;
  /// Cycles in the loop for each call of the function, estimated: for ranking.
  double Weight = 0;
  /// Weight over that of all analysed loops of the module, in [0, 1].
  double Share = 0;
  /// Short, in the order in which they are said: "data in L1", "1000
  /// iterations assumed".
  std::vector<std::string> Assumptions;

  /// Gain when the limit is gone, at least 1.
  double factor() const {
    return NextCycles > 0 && NextCycles < Cycles ? Cycles / NextCycles : 1;
  }
  /// Cycles of the machine code over what the computation needs; 0 where the
  /// latter is unknown.
  double excess() const {
    return LeastCycles && *LeastCycles > 0 ? Cycles / *LeastCycles : 0;
  }
};

/// The remark as one line: what -Rpass-analysis=rafter prints.
std::string format(const LoopRemark &R);

} // namespace rafter

#endif // RAFTER_REMARKS_LOOPREMARK_H
