//===- ScheduleMemory.h - What is known of recurring states ----*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From a state of the machine and what comes next (a stretch of operations and
// the outcomes of its accesses) follow the next state, the cycles that pass and
// what they were used for. This remembers states and steps, so that what has
// been seen before need not be scheduled again (Schnarr and Larus, Fast
// Out-of-Order Processor Simulation Using Memoization, ASPLOS 1998, did so for
// processors).
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_SCHEDULE_SCHEDULEMEMORY_H
#define RAFTER_LIB_SCHEDULE_SCHEDULEMEMORY_H

#include "Machine.h"

namespace rafter {

class ScheduleMemory {
public:
  /// A state by its number.
  using State = uint32_t;

  /// What comes next.
  struct Input {
    State From;
    /// The stretch of operations, by any number.
    uint32_t Stretch;
    /// Its frame, counted from the one before.
    uint32_t Frame;
    llvm::ArrayRef<uint32_t> Code;
  };

  /// What follows from it.
  struct Step {
    State From, To;
    uint32_t Stretch, Frame;
    uint32_t CodeBegin, CodeSize;
    /// Entries of Uses and NodeCounts.
    uint32_t UsesBegin, UsesEnd, CountsBegin, CountsEnd;
    Cycle Passed;
    uint32_t FlopBytes;
    /// Of several steps in one, entries of Parts; otherwise none.
    uint32_t PartsBegin = 0, PartsEnd = 0;
    /// How often it was taken without being scheduled.
    uint64_t Taken = 0;
  };
  /// Added to the number of a stretch that is executed several times, and of
  /// one whose outcomes are told by the key of AccessOutcomes::decideLoop.
  static constexpr uint32_t Several = 1u << 31, Keyed = 1u << 30;

  ScheduleMemory() { clear(); }

  /// Forgets everything.
  void clear();
  /// Whether it is time to do so.
  bool isFull() const;

  /// The number of the state whose bytes (Machine::save) these are.
  State intern(llvm::ArrayRef<uint8_t> Bytes);
  const uint8_t *bytes(State S) const { return &Bytes[States[S].Begin]; }
  /// What is in flight in a state.
  InFlight inFlight(State S) const {
    const StateEntry &E = States[S];
    const uint8_t *B = bytes(S);
    return {E.Lines, E.Stores, B + 2, B + 2 * E.Lines + 4};
  }

  /// The step, or null if it is not known.
  LLVM_ATTRIBUTE_ALWAYS_INLINE Step *find(const Input &I) {
    uint32_t Last = States[I.From].LastStep;
    if (LLVM_LIKELY(Last != None && matches(Steps[Last], I)))
      return &Steps[Last];
    return lookup(I);
  }
  void add(const Input &I, State To, Cycle Passed,
           llvm::ArrayRef<ActivityList::Entry> Uses, const NodeCounts &Before,
           const NodeCounts &After);
  /// Adds a step that stands for Parts, one after the other.
  void add(const Input &I, State To, Cycle Passed,
           llvm::ArrayRef<uint32_t> Parts);
  /// The number of the step that was found or added last.
  uint32_t lastStep(State From) const { return States[From].LastStep; }
  /// How often everything was forgotten.
  unsigned generation() const { return Generation; }

  /// Adds what the steps that were taken used cycles for, and their nodes.
  void addTo(ActivityHistogram &Activity, NodeCounts &Counts) const;

private:
  static constexpr uint32_t None = ~0u;
  struct StateEntry {
    uint32_t Begin, Size;
    /// In flight.
    uint16_t Lines, Stores;
    uint64_t Hash;
    /// The step taken last, and another one.
    uint32_t LastStep = None, OtherStep = None;
  };
  struct ChannelEntry {
    uint32_t Unit, Nodes, Flops, Bytes;
  };

  LLVM_ATTRIBUTE_ALWAYS_INLINE bool matches(const Step &S,
                                            const Input &I) const {
    if (S.Stretch != I.Stretch || S.Frame != I.Frame ||
        S.CodeSize != I.Code.size())
      return false;
    // Few words: no library call.
    const uint32_t *Known = Codes.data() + S.CodeBegin;
    for (uint32_t Word : I.Code)
      if (Word != *Known++)
        return false;
    return true;
  }
  Step *lookup(const Input &I);
  Step &addStep(const Input &I, State To, Cycle Passed);
  static uint64_t hashOf(const Input &I);
  uint64_t hashOf(const Step &S) const;

  std::vector<StateEntry> States;
  std::vector<uint8_t> Bytes;
  std::vector<Step> Steps;
  std::vector<uint32_t> Codes;
  std::vector<ActivityList::Entry> Uses;
  std::vector<ChannelEntry> Counts;
  std::vector<uint32_t> Parts;
  unsigned Generation = 0;
  /// Open addressing: numbers of states and of steps, or None.
  std::vector<uint32_t> StateTable, StepTable;
};

} // namespace rafter

#endif // RAFTER_LIB_SCHEDULE_SCHEDULEMEMORY_H
