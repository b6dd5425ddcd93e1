//===- Analyze.h - Prediction, sensitivity and causality -------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The entry points of the simulation: a stream of instructions in, values out.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_SIMULATION_ANALYZE_H
#define RAFTER_SIMULATION_ANALYZE_H

#include "rafter/Simulation/Prediction.h"
#include "rafter/Stream/Instruction.h"
#include "rafter/Uarch/Processor.h"
#include <memory>

namespace rafter {

struct SimulationOptions {
  /// True: every access hits L1 and every branch is predicted.
  bool PerfectMemory = false;
  bool PerfectBranches = false;
  /// The code stands where its addresses say: what depends on boundaries that
  /// it crosses is simulated.
  bool IsPlaced = false;
  /// Where a loop executes the same instructions on the same data again, and
  /// all is in the nearest caches, its outcomes are not decided again. The
  /// results are the same.
  bool RecurringStretches = true;
  /// Iterations of the source's loop that one of the stream does: times per
  /// iteration are those of the former.
  unsigned IterationsAtOnce = 1;
  /// One of the stream is a call of a function without loops.
  bool IterationsAreCalls = false;
};

struct SensitivityOptions : SimulationOptions {
  /// Accelerations, ascending; removal is always added.
  std::vector<double> Factors = {1.25, 2, 4};
  double RankingFactor = 2;
  /// Speed-ups below this are no effect.
  double LeastSpeedup = 1.005;
  unsigned LargestSet = 4;
  /// Sets that are looked for, and steps of what binds after what.
  unsigned MostSets = 3;
  unsigned MostSteps = 4;
  /// Stretches of a long stream, of 4,096 instructions each, in which sets and
  /// remainders are searched for; at least 1.
  unsigned SampleWindows = 32;
};

struct CausalityOptions : SimulationOptions {
  /// Also count the paper's taints.
  bool Taint = false;
};

/// Simulates one machine. The table may grow while Source plays.
llvm::Expected<Prediction> predict(const InstructionTable &Table,
                                   const Processor &CPU,
                                   const InstructionSource &Source,
                                   const SimulationOptions &Options = {});

/// Cycles of an iteration, or of all of it where there are none, on a machine
/// without Removed, which may be all limits but ports.
llvm::Expected<double> timeWithout(llvm::ArrayRef<Limit> Removed,
                                   const InstructionTable &Table,
                                   const Processor &CPU,
                                   const InstructionSource &Source,
                                   const SimulationOptions &Options = {});

/// Outcomes of a stream on one CPU: they are the same whatever of the core is
/// accelerated. Declared in Stream/Source.h.
class KeptOutcomes;

/// Plays Source as often as needed. Kept: receives the outcomes of the stream,
/// if they are not too many.
llvm::Expected<Sensitivity>
analyzeSensitivity(const InstructionTable &Table, const Processor &CPU,
                   const InstructionSource &Source,
                   const SensitivityOptions &Options = {},
                   std::shared_ptr<const KeptOutcomes> *Kept = nullptr);

/// Plays Source, or what is Kept of it from the same CPU and options. The
/// results are the same.
llvm::Expected<Causality>
analyzeCausality(const InstructionTable &Table, const Processor &CPU,
                 const InstructionSource &Source,
                 const CausalityOptions &Options = {},
                 std::shared_ptr<const KeptOutcomes> *Kept = nullptr);

} // namespace rafter

#endif // RAFTER_SIMULATION_ANALYZE_H
