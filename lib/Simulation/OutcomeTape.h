//===- OutcomeTape.h - Outcomes, kept to be played again --------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Keeps the outcomes of a stream in memory, up to a bound: what is played from
// it needs no caches and predictors. A stream that is longer is played again
// from its source.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_SIMULATION_OUTCOMETAPE_H
#define RAFTER_LIB_SIMULATION_OUTCOMETAPE_H

#include "StreamDriver.h"

namespace rafter::simulation {

class OutcomeTape : public OutcomeConsumer {
public:
  explicit OutcomeTape(size_t MostBytes) : MostBytes(MostBytes) {}

  void beginRegion() override { mark(Event::Begin); }
  void outcomes(const OutcomeView &View) override;
  void endIteration() override { mark(Event::Iteration); }
  void endRegion() override { mark(Event::End); }

  /// False if the stream did not fit; then there is nothing to play.
  bool isComplete() const { return !Overflowed; }
  /// Instructions kept.
  uint64_t size() const { return Size; }
  void play(llvm::ArrayRef<OutcomeConsumer *> Consumers) const;

private:
  /// Pieces of outcomes, and marks between them.
  struct Event {
    enum KindOf : uint8_t { Begin, Outcomes, Iteration, End } Kind;
    /// Of outcomes: where they begin, and how many instructions they are.
    uint32_t Piece = 0, First = 0, Count = 0;
  };
  void mark(Event::KindOf Kind);
  bool fits(size_t Bytes);

  size_t MostBytes;
  size_t Bytes = 0;
  uint64_t Size = 0;
  bool Overflowed = false;
  std::vector<OutcomeChunk> Pieces;
  std::vector<Event> Events;
};

} // namespace rafter::simulation

namespace rafter {

class KeptOutcomes {
public:
  KeptOutcomes(size_t MostBytes, const SimulationOptions &Of)
      : Tape(MostBytes), Of(Of) {}

  /// Whether they are those of a simulation by Options.
  bool isOf(const SimulationOptions &Options) const {
    return Of.PerfectMemory == Options.PerfectMemory &&
           Of.PerfectBranches == Options.PerfectBranches &&
           Of.IsPlaced == Options.IsPlaced;
  }

  simulation::OutcomeTape Tape;
  simulation::StreamCounts Counts;

private:
  SimulationOptions Of;
};

} // namespace rafter

namespace rafter::simulation {

/// Keeps stretches of a stream that are spread evenly over it, not more than
/// MostWindows and, of a long stream, at least half as many.
class OutcomeSample : public OutcomeConsumer {
public:
  /// Instructions of a stretch, at least.
  static constexpr uint64_t WindowSize = 4096;

  explicit OutcomeSample(size_t MostWindows) : MostWindows(MostWindows) {}

  void beginRegion() override {}
  void outcomes(const OutcomeView &View) override;
  void endIteration() override {}
  void endRegion() override {}

  /// Whether nothing was left out.
  bool isWhole() const { return Stride == 1; }
  /// Plays all stretches as one region. Each is an iteration if there shall be
  /// iterations.
  void play(llvm::ArrayRef<OutcomeConsumer *> Consumers,
            bool WithIterations) const;

private:
  void skipWindows();

  size_t MostWindows;
  /// Every so manieth stretch is kept.
  uint64_t Stride = 1;
  /// Stretches seen, and instructions of the current one.
  uint64_t Seen = 0, Count = 0;
  std::vector<OutcomeTape> Windows;
};

} // namespace rafter::simulation

#endif // RAFTER_LIB_SIMULATION_OUTCOMETAPE_H
