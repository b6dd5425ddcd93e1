//===- CauseTracer.h - Follows the causes of time in a stream ---*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_SIMULATION_CAUSETRACER_H
#define RAFTER_LIB_SIMULATION_CAUSETRACER_H

#include "CauseLanes.h"
#include "Simulator.h"
#include "StreamDriver.h"
#include "TaintLanes.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <map>
#include <utility>

namespace rafter::simulation {

/// Simulates one machine and sums up whom its time is owed to.
class CauseTracer final : public OutcomeConsumer {
public:
  explicit CauseTracer(LaneMachine &Machine,
                       size_t Capacity = CauseArena::DefaultCapacity)
      : Machine(Machine, CauseLanes(Capacity)), Iterations(1) {}

  void beginRegion() override;
  void outcomes(const OutcomeView &View) override;
  void endIteration() override;
  void endRegion() override;

  /// By instruction, then resource. The units of all shares make units().
  using Shares = std::map<std::pair<uint32_t, ResourceId>, int64_t>;
  const Shares &shares() const { return All; }
  /// Time of all regions.
  int64_t units() const { return Past; }
  std::optional<double> cyclesPerIteration() const {
    return Iterations.perIteration(0);
  }
  /// What a label of the critical path comes after, in units, of the stretches
  /// of the path that were looked at.
  struct PathUnits {
    int64_t All = 0, SameClass = 0, Result = 0, Recurs = 0, AfterLoad = 0;
  };
  using Path = std::map<std::pair<uint32_t, ResourceId>, PathUnits>;
  const Path &path() const { return Before; }
  llvm::ArrayRef<WaitCounts> counts() { return Machine.lanes().counts(); }
  const IssueLog &log() { return Machine.lanes().log(); }

private:
  int64_t now() const;
  void lookAtPath();

  Simulator<CauseLanes> Machine;
  IterationTimes Iterations;
  int64_t Past = 0;
  Shares All;
  Path Before;
};

/// Counts the paper's taints.
class TaintCounter final : public OutcomeConsumer {
public:
  TaintCounter(LaneMachine &Machine, double ReorderBufferSlots)
      : Machine(Machine, TaintLanes(ReorderBufferSlots)) {}

  void beginRegion() override {
    Machine.lanes().beginRegion();
    Machine.beginRegion();
  }
  void outcomes(const OutcomeView &View) override { Machine.run(View); }
  void endIteration() override {}
  void endRegion() override {}

  llvm::ArrayRef<uint64_t> scores() { return Machine.lanes().scores(); }

private:
  Simulator<TaintLanes> Machine;
};

/// Hands a stream to consumers and says what it executed.
using OutcomePlay = llvm::function_ref<llvm::Expected<StreamCounts>(
    llvm::ArrayRef<OutcomeConsumer *>)>;

/// analyzeCausality() of what Play plays once.
llvm::Expected<Causality> traceCauses(const InstructionTable &Table,
                                      const Processor &CPU,
                                      PreparedTable &Prepared,
                                      const CausalityOptions &Options,
                                      OutcomePlay Play);

} // namespace rafter::simulation

#endif // RAFTER_LIB_SIMULATION_CAUSETRACER_H
