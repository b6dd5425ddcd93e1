//===- CoreEvents.h - The monitoring unit of the reference core *- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Events of the kind that the performance counters of real cores count, all of
// them at once and exactly.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_COREMODEL_COREEVENTS_H
#define RAFTER_COREMODEL_COREEVENTS_H

#include <array>
#include <cstdint>

namespace rafter {

/// What is counted. Instructions, branches, loads and stores are counted when
/// they commit; operations when they are issued.
enum class CoreEvent : uint8_t {
  Cycles,
  Instructions,
  Branches,
  BranchMisses,
  ConditionalBranches,
  IndirectBranches,
  Loads,
  Stores,
  Barriers,
  // Caches: lines that were asked for, and those that were not there.
  L1DataAccesses,
  L1DataMisses,
  L1DataPending,
  L1InstructionAccesses,
  L1InstructionMisses,
  L2Accesses,
  L2Misses,
  LastLevelAccesses,
  LastLevelMisses,
  MemoryReads,
  MemoryWrites,
  L1DataWriteBacks,
  L2WriteBacks,
  Prefetches,
  StoreForwards,
  PartialStores,
  // Operations by issue queue.
  IntegerOperations,
  FloatOperations,
  LoadOperations,
  StoreOperations,
  // Cycles in which something holds.
  CyclesNoCommit,
  CyclesNoIssue,
  CyclesOneIssue,
  CyclesTwoIssues,
  CyclesFrontEndStall,
  CyclesBackEndStall,
  CyclesReorderBufferFull,
  CyclesLoadQueueFull,
  CyclesStoreQueueFull,
  CyclesMispredictionStop,
  CyclesBarrierStop,
  CyclesInstructionMiss,
  CyclesLoadStall,
  CyclesL1MissStall,
  CyclesL2MissStall,
  CyclesLastLevelMissStall,
  CyclesMissPending,
  CyclesDivider,
  // Places of rename (width times cycles) that stayed empty, by why.
  SlotsFrontEnd,
  SlotsFrontEndLatency,
  SlotsBadSpeculation,
  SlotsBackEnd,
  SlotsMemory,
  // Sums over all cycles.
  ReorderBufferOccupancy,
  RenameQueueOccupancy,
  MissesPending
};
inline constexpr unsigned NumCoreEvents = 55;

/// "l1d-misses": as perf would print it. The names tell the readers of counters
/// which area of the core an event watches.
const char *name(CoreEvent Event);
/// What it counts, in a few words.
const char *meaning(CoreEvent Event);

/// A number for each event.
struct CoreCounts {
  std::array<uint64_t, NumCoreEvents> Of = {};

  uint64_t &operator[](CoreEvent Event) { return Of[unsigned(Event)]; }
  uint64_t operator[](CoreEvent Event) const { return Of[unsigned(Event)]; }
  void add(CoreEvent Event, uint64_t N = 1) { Of[unsigned(Event)] += N; }
  bool operator==(const CoreCounts &) const = default;
};

/// What was counted from the end of the interval before to cycle End.
struct CoreInterval {
  uint64_t End = 0;
  CoreCounts Counts;
};

} // namespace rafter

#endif // RAFTER_COREMODEL_COREEVENTS_H
