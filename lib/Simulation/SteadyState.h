//===- SteadyState.h - Leaves out what is known to recur --------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where the outcomes of a loop repeat themselves, the state of the simulator
// (all times relative to that of dispatch) soon recurs as well. From then on a
// whole period is an addition, as long as the outcomes go on repeating. Nothing
// is approximate: outcomes are compared one by one, the state is compared in
// all that can have an effect, and what comes after the last whole period is
// simulated.
//
// A period may be many rounds of the loop: the lanes must all recur at once,
// and outcomes repeat when prefetchers and pages do.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_SIMULATION_STEADYSTATE_H
#define RAFTER_LIB_SIMULATION_STEADYSTATE_H

#include "LaneSimulator.h"
#include "Listening.h"
#include "RoundTracker.h"
#include "llvm/ADT/DenseMap.h"

namespace rafter::simulation {

/// All outcomes of C.
OutcomeView viewOf(const OutcomeChunk &C);
/// Appends the outcomes of View to Result.
void append(const OutcomeView &View, OutcomeChunk &Result);

/// Outcomes that are kept beyond their chunk.
struct OutcomeRecord {
  OutcomeChunk Outcomes;
  /// The last line slot taken before the first one.
  uint32_t Flight = 0;

  size_t size() const { return Outcomes.Instructions.size(); }
  void clear(uint32_t NewFlight);
  void append(const InstructionOutcome *Begin, const InstructionOutcome *End,
              const OutcomeView &View);
  /// How many instructions from Begin on, to End at most, are like those of the
  /// record from Index on, with line slots Shift further on.
  size_t alike(size_t Index, const InstructionOutcome *Begin,
               const InstructionOutcome *End, const OutcomeView &View,
               uint32_t Shift) const;
  /// A copy of the first Count instructions with line slots Shift further on.
  OutcomeChunk prefix(size_t Count, uint32_t Shift) const;
};

class SteadyState {
public:
  SteadyState(LaneSimulator &Lanes, unsigned NumLanes);

  void beginRegion();
  void run(const OutcomeView &View);
  /// The same. When it is called for the same place with nothing run otherwise
  /// since, what stands there is still the same.
  void runAgain(const OutcomeView &View);
  /// As LaneSimulator::time; also the end of a round.
  void endIteration(int64_t *Units);
  /// Nothing is left out any more: the lanes are where the stream is.
  void settle();

  /// Instructions that were not simulated.
  uint64_t skipped() const { return Skipped; }

private:
  /// An end of an iteration in the period, and its time since the beginning.
  struct Mark {
    size_t Position;
    std::vector<int64_t> Since;
  };
  enum class Phase : uint8_t { Looking, Recording, Skipping };

  void follow(const OutcomeView &View);
  const InstructionOutcome *simulate(const InstructionOutcome *I,
                                     const OutcomeView &View);
  const InstructionOutcome *skip(const InstructionOutcome *I,
                                 const OutcomeView &View);
  void execute(const InstructionOutcome *Begin, const InstructionOutcome *End,
               const OutcomeView &View);
  bool endRound();
  void stop();
  bool isDue();
  void look();
  void compare();
  void giveUp();
  uint32_t shift(uint64_t NumPeriods) const;
  bool timeInPeriod(int64_t *Units) const;

  LaneSimulator &Lanes;
  unsigned NumLanes;
  Phase State = Phase::Looking;
  RoundTracker Rounds;
  Listening Ear;
  /// Of the round in progress.
  uint64_t Hash = 0, InRound = 0;
  /// Instructions of the region, and when to look again.
  uint64_t Count = 0, NextTry = 0, Wait = LeastWait;
  /// A distance at which the state did not recur; 0: none.
  uint32_t Hopeless = 0;
  /// The last line slot that was taken.
  uint32_t Flight = 0;
  uint64_t Skipped = 0;
  /// How often leaving out has ended.
  uint64_t Settled = 0;

  // While recording and skipping.
  OutcomeRecord Period;
  std::vector<Mark> Marks;
  /// Hashes and sizes of the rounds of the period.
  std::vector<std::pair<uint64_t, uint64_t>> PeriodRounds;
  std::vector<int64_t> Start, Length;
  /// In rounds: the distance at which outcomes repeat, and how often the state
  /// is compared.
  uint32_t Distance = 0, Interval = 0;
  /// Comparisons with the same snapshot so far and at most.
  uint32_t Comparisons = 0, MostComparisons = 1;
  /// The same stretch was run before, with the same times.
  bool IsSecond = false;
  /// While skipping: the position in the period, and whole periods left out.
  size_t Cursor = 0;
  uint64_t Periods = 0;
  uint32_t PeriodFlights = 0;
  /// Of views that were found in the period, where they begin and from which
  /// position on; and where they end.
  llvm::DenseMap<std::pair<const InstructionOutcome *, size_t>,
                 const InstructionOutcome *>
      Found;

  /// A snapshot costs as much as some hundred instructions.
  static constexpr uint64_t LeastWait = 512;
  static constexpr uint64_t LongestWait = uint64_t(1) << 17;
  /// Instructions between two comparisons, at least, and of a period, at most.
  static constexpr uint64_t LeastInterval = 64;
  static constexpr uint64_t LongestPeriod = uint64_t(1) << 16;
  static constexpr unsigned MostFound = 1 << 14;
};

} // namespace rafter::simulation

#endif // RAFTER_LIB_SIMULATION_STEADYSTATE_H
