//===- Prediction.h - What the simulation says -----------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The results of resource-mapping simulation, sensitivity and causality (Gus
// paper, sections 3 and 4) as values; Report prints them.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_SIMULATION_PREDICTION_H
#define RAFTER_SIMULATION_PREDICTION_H

#include "rafter/Simulation/PortTimetable.h"
#include "rafter/Stream/Instruction.h"
#include "rafter/Stream/Limit.h"
#include "rafter/Uarch/Processor.h"
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rafter {

struct SimulationOptions;

/// The predicted execution of a region on one machine.
struct Prediction {
  double Cycles = 0;
  /// In the steady state, for loops and assembly blocks: of an iteration of the
  /// loop as the source has it.
  std::optional<double> CyclesPerIteration;
  /// Iterations of the source's loop that one of the machine's loop does.
  unsigned IterationsAtOnce = 1;
  /// An iteration is a call of a function without loops.
  bool IterationsAreCalls = false;
  /// Iterations of the machine's loop that were simulated; 0: no loop.
  uint64_t Iterations = 0;
  uint64_t Instructions = 0;
  /// Instructions that were played, those that only warm caches and predictors
  /// included.
  uint64_t Played = 0;
  /// Slots of the fused domain.
  uint64_t Slots = 0;
  /// Micro-operations issued to ports.
  uint64_t Uops = 0;
  /// Floating-point computations by ComputeKind, one for each element.
  std::array<uint64_t, NumComputeKinds> Computations = {};
  uint64_t Branches = 0;
  uint64_t Mispredictions = 0;
  /// Accesses by the level that served them: L1, L2, L3, mem.
  uint64_t Loads[4] = {};
  uint64_t Stores[4] = {};
  double instructionsPerCycle() const {
    return Cycles > 0 ? Instructions / Cycles : 0;
  }
  /// In the steady state, of an iteration of the machine's loop.
  std::optional<double> machineCyclesPerIteration() const {
    if (!CyclesPerIteration)
      return std::nullopt;
    return *CyclesPerIteration * IterationsAtOnce;
  }
};

/// A resource of the machine that can be accelerated.
struct ResourceElasticity {
  Limit What;
  /// Share of the time in which it is busy at its full rate, in [0, 1], where
  /// that means something (ports, widths, links); negative otherwise.
  double Utilization = -1;
  struct Point {
    /// How many times faster, larger or shorter; infinity: without limit.
    double Factor;
    /// Time of the machine as it is divided by the time with the resource
    /// accelerated; never below 1.
    double Speedup;
  };
  /// In the order of the factors.
  std::vector<Point> Curve;
  /// The speed-up with the resource removed.
  double limit() const { return Curve.empty() ? 1 : Curve.back().Speedup; }
};

/// The smallest set found of resources that help only together.
struct ResourceSet {
  /// In the order in which they were added.
  std::vector<Limit> Members;
  /// With all of them removed.
  double Speedup = 1;
};

struct Sensitivity {
  Prediction Base;
  /// Factor of the ranking, the "factor" of the JSON.
  double RankingFactor = 2;
  /// By speed-up at RankingFactor, largest first; then by limit, then as the
  /// machine lists them. Resources without any effect come last.
  std::vector<ResourceElasticity> Resources;
  std::vector<ResourceSet> Sets;
  /// What binds after the first, the first two, ... steps are removed: each
  /// step is the resource or set that helps most on the machine without the
  /// earlier ones.
  struct Remainder {
    std::vector<Limit> Removed;
    /// Time per iteration or region that remains, relative to Base.
    double Cycles;
  };
  std::vector<Remainder> Remains;
};

/// What comes before a stretch of time on the critical path, as shares of that
/// time in [0, 1]. Results are what latencies of instructions and loads and
/// forwarded stores make.
struct PathShares {
  /// Right behind a result of the same class of instructions.
  double SameClass = 0;
  /// Right behind any result.
  double Result = 0;
  /// The same instruction comes again further back, with results alone between
  /// the two: a recurrence.
  double Recurs = 0;
  /// So does a load.
  double AfterLoad = 0;
};

/// Cycles of the predicted time that pass because of one resource.
struct CauseShare {
  Limit Resource;
  double Cycles = 0;
  /// Nothing where the path was not looked at.
  std::optional<PathShares> Path = std::nullopt;
};

/// What the critical path owes to one instruction.
/// A part of what a resource can do.
struct UsedShare {
  Limit What;
  /// Of all that it can do in the region's time; all instructions together
  /// make its utilization.
  double Share = 0;
};

struct InstructionCauses {
  /// Index into the InstructionTable.
  uint32_t Instruction = 0;
  std::string Text;
  std::string Function;
  SourceLocation Source;
  uint64_t Executions = 0;
  /// What it does; decides what a report advises.
  InstructionClass Class = InstructionClass::Other;
  /// A division by a register that no executed instruction writes.
  bool SameDivisor = false;
  /// Cycles attributed; all instructions together make the predicted time.
  double Cycles = 0;
  /// Largest first; they add up to Cycles.
  std::vector<CauseShare> By;
  /// Cycles, averaged over executions, from dispatch to issue: how long it
  /// waits itself.
  double Wait = 0;
  /// The instruction whose result or resource it waited for most often
  /// (an index into the InstructionTable), and the resource; ~0u: none.
  uint32_t WaitsFor = ~0u;
  std::optional<Limit> WaitsBecauseOf;
  /// The paper's taint counting: how often per execution the instruction is
  /// among the causes of dispatch when it leaves the window of two ROBs;
  /// negative when it was not asked for.
  double Taint = -1;
  /// Names of the ports it can issue to, "p01 + p23".
  std::string Ports;
  /// Cycles from issue to result, a load that hits L1 included; 0 without a
  /// result.
  double Latency = 0;
  /// What its executions use of rename, of its groups of ports and of the
  /// bandwidth of the levels behind L1 (Gus paper, Table 1).
  std::vector<UsedShare> Uses;
};

/// Counts in iterations of the source's loop, or calls, what counts in
/// iterations of the machine's loop, as Of says.
void countInSource(Prediction &P, const SimulationOptions &Of);
void countInSource(Sensitivity &S, const SimulationOptions &Of);

struct Causality {
  Prediction Base;
  /// In program order; instructions never executed are left out.
  std::vector<InstructionCauses> Instructions;
  /// Cycles that belong to no instruction (the start of a region).
  double Unattributed = 0;
  /// Of a loop.
  PortTimetable Timetable;
};

} // namespace rafter

#endif // RAFTER_SIMULATION_PREDICTION_H
