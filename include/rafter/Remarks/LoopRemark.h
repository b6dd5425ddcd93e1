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

/// A branch within the loop that depends on what the loop loads, and of which a
/// profile says how often it goes which way.
struct BranchOnData {
  /// Of the source; 0: not known.
  unsigned Line = 0;
  /// A jump through a table.
  bool IsIndirect = false;
  /// Per iteration of the source loop: those of all such branches of the loop
  /// if a predictor knew no more than how often they go which way.
  double Cycles = 0;
};

/// Advice that pays only in loops that iterate often.
struct LongLoopAdvice {
  /// What to write.
  std::string Line;
  /// Of an iteration, when the loop was compiled so.
  double Cycles;
  /// Iterations for each entry.
  uint64_t PaysFrom;
};

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
  /// Where the instruction stands that owes most to it, and what it is. Line 0,
  /// none: not known.
  SourcePlace Blamed;
  std::optional<InstructionClass> BlamedClass;
  /// Cycles that are left when the limit is gone, and what binds then.
  double NextCycles = 0;
  LoopLimit Next;
  /// One line without a full stop; empty when nothing is known to help.
  std::string Advice;
  /// What following it brings, as a factor; 1: nothing is to be had.
  double Gain = 1;
  /// It removes the limit, and something else otherwise.
  bool AdviceIsOfLimit = true;
  /// Cycles of the loop when it was compiled with the advice followed; none: a
  /// compiler cannot follow it.
  std::optional<double> TriedCycles;
  /// Iterations for each entry from which on following it is worth it, where
  /// several are done at once then and nothing says how many there are; none:
  /// that does not matter or is not known.
  std::optional<uint64_t> PaysFrom;
  /// That is more than can be expected of a loop: RemarkOptions::Iterations.
  bool PaysLate = false;
  /// What is better than the advice from more iterations on.
  std::optional<LongLoopAdvice> OfLongLoops;
  /// Something was tried, whether it brought anything or not.
  bool WasTried = false;
  std::optional<BranchOnData> OnData;

  /// Cycles that the computation needs at least on this CPU, from the floating-
  /// point operations, bytes and recurrences of the IR. None: nothing of it is
  /// in the loop, others do its work, or nobody could reach it.
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
  /// See MachineLoop.
  bool IsLeftOver = false;
  /// There are loops in it. What share of the time is its own, only a profile
  /// knows.
  bool IsOuter = false;
  /// Machine loops and versions of this loop of the source.
  unsigned Copies = 1;
  /// Instructions of the machine code, and values spilled or reloaded.
  double Instructions = 0;
  double Spills = 0;

  /// Iterations of the source loop for each call of the function: by the
  /// profile of the compiler, or by LLVM's block frequencies.
  double Iterations = 0;
  /// Calls of the function that the profile counted; none: there is no profile.
  std::optional<uint64_t> Calls;
  /// Cycles in the loop, without the loops in it, for each call of the
  /// function: for ranking.
  double Weight = 0;
  /// Weight over that of all analysed loops of the module, in [0, 1].
  double Share = 0;
  /// What is not as usual (data in L1, no calls), short, in the order in which
  /// it is said: "data in memory", "calls take no time".
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

/// Why a loop has no remark.
enum class Silence : uint8_t {
  /// It has little of the time of its function.
  Cold,
  /// Its profile or its nest never come there.
  NeverRun,
  /// There is a profile, which knows nothing of its function.
  NotCounted,
  /// In the functions that it calls.
  Calls,
  /// In a header of the system, or where the options do not look.
  Elsewhere,
  /// The module has more loops than are explained.
  TooMany,
  /// Something binds it that no known remedy removes.
  NoRemedy,
  /// Remedies are known, and none helped when it was tried.
  TriedInVain,
  /// Remedies are known, and bring little.
  LittleToGain,
  /// What helps pays only from more iterations on than are assumed.
  PaysLate
};
/// "it has less than 5 % of ...": the rest of the sentence "no remark: ".
std::string describe(Silence Why, const LoopRemark &R);

/// The remark as one line: what -Rpass-analysis=rafter prints.
std::string format(const LoopRemark &R);

} // namespace rafter

#endif // RAFTER_REMARKS_LOOPREMARK_H
