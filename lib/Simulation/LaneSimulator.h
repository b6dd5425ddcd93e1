//===- LaneSimulator.h - The simulator, whatever its lanes ------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_SIMULATION_LANESIMULATOR_H
#define RAFTER_LIB_SIMULATION_LANESIMULATOR_H

#include "LaneMachine.h"
#include "Outcome.h"
#include <memory>

namespace rafter::simulation {

/// Executed instructions in program order. Accesses and prefetches are those of
/// the whole chunk, to which the instructions' indices refer.
struct OutcomeView {
  const InstructionOutcome *Begin;
  const InstructionOutcome *End;
  const AccessOutcome *Accesses;
  const PrefetchOutcome *Prefetches;
};

/// Computes the time of each variant of a LaneMachine.
/// How a state is like an earlier one.
enum class Recurrence : uint8_t {
  No,
  /// In all but the entries of schedulers, which nothing waits for. So it will
  /// be in all if it is so once more.
  InTimes,
  InAll
};

class LaneSimulator {
public:
  virtual ~LaneSimulator();
  /// Nothing is in flight, registers are ready, the time is 0.
  virtual void beginRegion() = 0;
  virtual void run(const OutcomeView &View) = 0;
  /// Units of FixedTime.h from the beginning of the region until everything so
  /// far has retired, for each lane.
  virtual void time(int64_t *Units) const = 0;

  /// Keeps the state of now. Flight is the last line slot that was taken. False
  /// if the state cannot be compared.
  virtual bool remember(uint32_t Flight) = 0;
  /// Whether, apart from some time in each lane and from the numbers of line
  /// slots, nothing that comes can tell the state of now from the one that was
  /// kept. Again: what was run in between was run before it too, and that gave
  /// InTimes.
  virtual Recurrence recurs(uint32_t Flight, bool Again) = 0;
  /// After recurs: what was run between the two states is run Times more times,
  /// which takes so many Flights. False if what schedulers hold is known only
  /// after it is run once more (run then).
  virtual bool advance(uint64_t Times, uint32_t Flights) = 0;
};

/// The instruction sets that lanes are compiled for.
enum class LaneTarget : uint8_t { Scalar, Baseline, AVX2, AVX512 };

/// The widest that this computer executes; never Scalar.
LaneTarget bestLaneTarget();
/// Whether lanes for T are built in and this computer executes them.
bool isSupported(LaneTarget T);

/// A machine with one lane has Scalar lanes; one with 16 has those of T, which
/// must be supported. Machine must outlive the simulator.
std::unique_ptr<LaneSimulator> makeLaneSimulator(LaneMachine &Machine,
                                                 LaneTarget T);

// Each in a file of its own.
std::unique_ptr<LaneSimulator> makeBaselineLanes(LaneMachine &Machine);
std::unique_ptr<LaneSimulator> makeAVX2Lanes(LaneMachine &Machine);
std::unique_ptr<LaneSimulator> makeAVX512Lanes(LaneMachine &Machine);

} // namespace rafter::simulation

#endif // RAFTER_LIB_SIMULATION_LANESIMULATOR_H
