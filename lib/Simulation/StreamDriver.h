//===- StreamDriver.h - From a stream to simulators -------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decides the outcomes of a stream of instructions, hands them to simulators in
// pieces that stay in the caches, and counts what is the same on every machine.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_SIMULATION_STREAMDRIVER_H
#define RAFTER_LIB_SIMULATION_STREAMDRIVER_H

#include "IterationTimes.h"
#include "LaneSimulator.h"
#include "Outcome.h"
#include "RecurringStretch.h"
#include "SteadyState.h"
#include "rafter/Simulation/Analyze.h"
#include <deque>

namespace rafter::simulation {

/// Takes outcomes, in order.
class OutcomeConsumer {
public:
  virtual ~OutcomeConsumer();
  virtual void beginRegion() = 0;
  /// The table of instructions is about to change.
  virtual void beforeGrowth() {}
  virtual void outcomes(const OutcomeView &View) = 0;
  /// The same. When it is called for the same place with no call of outcomes
  /// since, what stands there is still the same.
  virtual void outcomesAgain(const OutcomeView &View) { outcomes(View); }
  virtual void endIteration() = 0;
  virtual void endRegion() = 0;
};

/// What was executed, whatever the machine.
struct StreamCounts {
  /// Executions of each static instruction, in total and by how they reached
  /// rename.
  std::vector<uint64_t> Executions;
  std::vector<std::array<uint64_t, 4>> Deliveries;
  /// Lines that accesses of each static instruction brought over the link of
  /// each level.
  std::vector<std::array<uint64_t, NumMemoryLevels>> LinesOf;
  /// Instructions, those that only warm caches and predictors included.
  uint64_t Played = 0;
  uint64_t Mispredictions = 0;
  /// Of these, branches whose target is not in the instruction.
  uint64_t IndirectMispredictions = 0;
  uint64_t Taken = 0;
  uint64_t Iterations = 0;
  uint64_t Loads[NumMemoryLevels] = {};
  uint64_t Stores[NumMemoryLevels] = {};
  /// Lines moved over the link of each level, by accesses and prefetches.
  uint64_t Lines[NumMemoryLevels] = {};
  /// Accesses that took their value from a store, that crossed a line, that
  /// missed the DTLB.
  uint64_t Forwards = 0, Crossings = 0, TranslationMisses = 0;
  /// Stores that crossed a line, whatever that cost their access.
  uint64_t CrossingStores = 0;
  /// Loads that a store served in part only, that have the place of a store in
  /// another page, that read a bank of L1.
  uint64_t FailedForwards = 0, Aliases = 0, BankReads = 0;
  /// Of the lines that came to L1, the sum of their SameSet.
  uint64_t SameSets = 0;
  /// Lines of code by the level behind L1 that they came from.
  uint64_t CodeLines[NumMemoryLevels] = {};
  /// Jumps to pages that the first level, and that both of the instruction TLB
  /// missed; places of decoders that stayed empty; slots of the micro-operation
  /// cache that were lost; branches that were far.
  uint64_t CodeMisses[2] = {};
  uint64_t LostPlaces = 0, LostSlots = 0, FarBranches = 0;

  void count(const InstructionTable &Table, const Processor &CPU,
             const OutcomeView &View);
  void count(const Processor &CPU, uint32_t Static, const AccessOutcome &O);
  void countRare(const InstructionOutcome &I,
                 const PrefetchOutcome *Prefetches);
  /// What is counted of outcomes happened so many times.
  void add(const StreamCounts &Of, uint64_t Times);
};

class StreamDriver : public InstructionConsumer {
public:
  StreamDriver(const InstructionTable &Table, const Processor &CPU,
               const SimulationOptions &Options, PreparedTable &Prepared);

  void add(OutcomeConsumer &C) { Consumers.push_back(&C); }
  const StreamCounts &counts() const { return Counts; }
  /// Instructions whose outcomes were known without deciding them.
  uint64_t followed() const { return Followed; }
  /// What was wrong with the table; also says when a region was not ended.
  llvm::Error takeError();

  void setWarmUp(bool On) override;
  void consumeAccesses(const InstructionChunk &Chunk) override;
  void restore(llvm::ArrayRef<LineUse> Lines) override {
    settle();
    Model.restore(Lines);
  }
  void beginRegion() override;
  void consume(const InstructionChunk &Chunk) override;
  void endIteration() override;
  void goesOnAt(uint64_t Address) override { Next = Address; }
  void endRegion() override;

private:
  bool check(llvm::ArrayRef<ExecutedInstruction> Instructions);
  llvm::ArrayRef<uint64_t> decide(const InstructionChunk &Piece);
  void note(size_t NumInstructions) {
    Consumed += NumInstructions;
    Counts.Played += NumInstructions;
  }
  void deliver(const OutcomeView &All, bool IsAgain);
  void deliverAgain(uint64_t First);
  void countAgain();
  void leaveStretch();
  void settle();

  const InstructionTable &Table;
  const Processor &CPU;
  PreparedTable &Prepared;
  OutcomeModel Model;
  RecurringStretch Stretch;
  /// Outcomes of the stretch from FirstAgain on that are delivered and not
  /// counted yet.
  uint64_t FirstAgain = 0, NumAgain = 0;
  uint64_t Followed = 0;
  OutcomeChunk Outcomes;
  StreamCounts Counts;
  std::vector<OutcomeConsumer *> Consumers;
  llvm::Error Problem = llvm::Error::success();
  bool Failed = false;
  bool WarmUp = false;
  bool InRegion = false;
  /// Instructions of the region consumed, and delivered: the model keeps some
  /// back.
  uint64_t Consumed = 0, Delivered = 0;
  /// Where iterations end, in instructions consumed.
  std::deque<uint64_t> IterationEnds;
  /// Where the region's last branch led, told before it ends.
  std::optional<uint64_t> Next;
};

/// Plays Source to D. Errors of the source and of the table.
llvm::Error play(const InstructionSource &Source, StreamDriver &D);

/// Simulates the lanes of one machine and notes the times of iterations.
class LaneTimer : public OutcomeConsumer {
public:
  LaneTimer(LaneMachine &Machine, LaneTarget Target);

  void beginRegion() override {
    Lanes->beginRegion();
    Steady.beginRegion();
  }
  void beforeGrowth() override { Steady.settle(); }
  void outcomes(const OutcomeView &View) override { Steady.run(View); }
  void outcomesAgain(const OutcomeView &View) override {
    Steady.runAgain(View);
  }
  void endIteration() override;
  void endRegion() override;

  /// Cycles of all regions.
  double cycles(unsigned Lane) const;
  std::optional<double> cyclesPerIteration(unsigned Lane) const {
    return Iterations.perIteration(Lane);
  }
  /// What the lanes are compared by: per iteration if there are iterations.
  double time(unsigned Lane) const {
    return cyclesPerIteration(Lane).value_or(cycles(Lane));
  }
  /// Instructions whose times were known without simulating them.
  uint64_t skipped() const { return Steady.skipped(); }

private:
  unsigned NumLanes;
  std::unique_ptr<LaneSimulator> Lanes;
  SteadyState Steady;
  std::vector<int64_t> Before, Now;
  IterationTimes Iterations;
};

/// Fills in what does not depend on times.
void describe(const StreamCounts &Counts, const InstructionTable &Table,
              Prediction &P);

} // namespace rafter::simulation

#endif // RAFTER_LIB_SIMULATION_STREAMDRIVER_H
