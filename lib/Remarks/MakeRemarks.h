//===- MakeRemarks.h - From machine loops to remarks ------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Merges the machine loops of each source loop, simulates the one that counts,
// and says what binds it and what its computation needs. Time comes first,
// which is quick to find and tells how hot the loop is among the others; what
// limits it is looked for where somebody will read it.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_REMARKS_MAKEREMARKS_H
#define RAFTER_LIB_REMARKS_MAKEREMARKS_H

#include "rafter/CodeGen/MachineLoops.h"
#include "rafter/CodeGen/SourceLoops.h"
#include "rafter/Remarks/LoopRemark.h"
#include "rafter/Remarks/RemarkOptions.h"
#include "rafter/Trials/Variant.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace rafter {

struct TimedLoop;

/// What a loop is like when its function is compiled with something changed.
struct TriedGain {
  /// As many times as fast.
  double Factor;
  /// Iterations for each entry from which on the factor is at least
  /// RemarkOptions::Threshold; none: no number of them decides, it cannot be
  /// told, or it is known how many there are.
  std::optional<uint64_t> PaysFrom = {};
  /// Iterations that are done at once then, where one is now.
  std::optional<double> AtOnce = {};
};

/// What is known about a function's loops besides their code.
struct RemarkContext {
  const Processor &CPU;
  const RemarkOptions &Options;
  /// Null: the loops were not seen before they were vectorized.
  const SourceLoops *Sources = nullptr;
  /// Null: the source says nothing.
  const DirectiveTable *Directives = nullptr;
  /// Nothing was vectorized or unrolled: the code is not optimized.
  bool Unoptimized = false;
  /// Nobody named CPU: it stands for a family.
  bool IsStandIn = false;
  /// A loop for which this holds is analysed in full, however cold it is and
  /// however little there is to gain. Null: none.
  std::function<bool(const SourceLocation &Loop)> Needed;
  /// What a loop gains when its function is compiled with something changed;
  /// none: that cannot be told. Null: nothing can be tried.
  std::function<std::optional<TriedGain>(const TimedLoop &, const Variant &)>
      Try;
  /// Nobody wants to know why a loop is silent: what has no remedy whatever
  /// binds it is not simulated.
  bool SkipsHopeless = false;
};

/// A loop of the source and the machine loop that its numbers are of.
struct TimedLoop {
  /// All but what limits the loop and what to do about it.
  LoopRemark Remark;
  MachineLoop Code;
  /// Null where nothing is known.
  const SourceLoop *Source = nullptr;
  const LoopDirectives *Said = nullptr;
};

/// The loops of the source that Loops, all of one function, are of, by place,
/// and their times and shares of that of the function. An error is that of the
/// simulation.
llvm::Expected<std::vector<TimedLoop>> timeLoops(std::vector<MachineLoop> Loops,
                                                 const RemarkContext &Context);

/// Slots of one pass through Code's loop.
double slotsOf(const MachineLoop &Code);

/// Cycles until the result of I, of Table, is ready; for one of its own kind
/// that takes it as an accumulator, if that is earlier.
unsigned latencyOf(const StaticInstruction &I, const InstructionTable &Table);

/// Completes the remark of L. Advice and names may be missing where there is
/// little to gain and the loop is not Needed.
llvm::Error explain(TimedLoop &L, const RemarkContext &Context);

} // namespace rafter

#endif // RAFTER_LIB_REMARKS_MAKEREMARKS_H
