//===- PartSimulation.h - Times of the parts of a stream --------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which part of the code the predicted time passes in: an instruction owns the
// time from the retirement of the one before it to its own, as a profiler of a
// processor sees it. The same on machines without some of their resources tells
// what each part would gain.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_SIMULATION_PARTSIMULATION_H
#define RAFTER_SIMULATION_PARTSIMULATION_H

#include "rafter/Simulation/Analyze.h"
#include <memory>

namespace rafter {

struct PartOptions {
  /// The part of each static instruction.
  std::vector<uint32_t> PartOf;
  /// The first iteration of each region only fills the pipeline and is not
  /// counted.
  bool HasRunUp = false;
  /// A resource that is busy for less than this share of the time in all is
  /// not tried.
  double LeastBusy = 0.01;
  /// Outcomes are kept for without(), which then needs no play of the source,
  /// unless they are of more than some 4 million instructions.
  bool PlaysAgain = false;
};

/// Cycles of each part in each region, on one or more machines.
struct PartTimes {
  struct Entry {
    uint32_t Region = 0;
    uint32_t Part = 0;
  };
  unsigned Machines = 1;
  /// Regions in order; of each those parts that were executed.
  std::vector<Entry> Entries;
  /// Of entry E on machine M: Cycles[E * Machines + M].
  std::vector<float> Cycles;

  double cycles(size_t E, unsigned M = 0) const {
    return Cycles[E * Machines + M];
  }
};

class PartSimulation {
public:
  /// All must outlive the object. Each region of Source that is not warm-up is
  /// simulated from an empty pipeline on.
  PartSimulation(const InstructionTable &Table, const Processor &CPU,
                 InstructionSource Source, PartOptions Options);
  ~PartSimulation();

  /// The machine as it is. Call it first.
  llvm::Expected<PartTimes> predict();
  /// What was executed, run-up included; Cycles are those of the parts.
  const Prediction &whole() const;
  /// The resources whose removal may help, in the order of limits.
  const std::vector<Limit> &candidates() const;
  /// Positions in candidates() of throughputs, the busiest first.
  const std::vector<unsigned> &busiest() const;
  /// Machines without Sets, positions in candidates(); behind the machine as it
  /// is, which comes first.
  llvm::Expected<PartTimes> without(llvm::ArrayRef<std::vector<unsigned>> Sets);
  /// The same; Causes are of the machine as it is, run-up included.
  llvm::Expected<PartTimes> without(llvm::ArrayRef<std::vector<unsigned>> Sets,
                                    Causality &Causes);

private:
  struct State;
  std::unique_ptr<State> Current;
};

} // namespace rafter

#endif // RAFTER_SIMULATION_PARTSIMULATION_H
