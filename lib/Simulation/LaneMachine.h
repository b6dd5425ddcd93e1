//===- LaneMachine.h - Numbers of several variants side by side -*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Everything that the simulator's lanes need to know of their variants, as
// plain arrays with one number per lane. This is compiled for every CPU; the
// simulator, which is compiled several times, only reads it.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_SIMULATION_LANEMACHINE_H
#define RAFTER_LIB_SIMULATION_LANEMACHINE_H

#include "FillSets.h"
#include "Outcome.h"
#include "PreparedTable.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace rafter::simulation {

/// Memory aligned to cache lines; its size only grows.
class AlignedMemory {
public:
  AlignedMemory() = default;
  AlignedMemory(const AlignedMemory &) = delete;
  AlignedMemory &operator=(const AlignedMemory &) = delete;
  ~AlignedMemory();
  /// Keeps what is there; the rest is anything.
  void *resize(size_t NewBytes);
  /// All zero; of memory that was empty before.
  void *zeros(size_t NewBytes);
  /// The owner has brought all of it back to zero, for the next zeros.
  void leaveZeros() { IsZero = true; }
  void *data() const { return Data; }

private:
  void *Data = nullptr;
  size_t Bytes = 0;
  bool IsZero = false;
};

/// Buffers that are freed in program order.
enum QueueKind : uint8_t {
  DecodeQueueKind,
  ReorderBufferKind,
  LoadBufferKind,
  StoreBufferKind,
  IntegerRegistersKind,
  VectorRegistersKind,
  /// In front of the scheduler of vector operations.
  VectorQueueKind
};
inline constexpr unsigned NumQueues = 7;

/// For everything else, for loads, for stores, for vector operations, and the
/// queues of pipes.
inline constexpr unsigned NumSchedulers = FirstQueue + MostQueues;

/// Some of the lanes.
struct LaneMask {
  bool AllLanes;
  /// All bits set in these.
  alignas(64) int32_t Lanes[16];
};

/// One capacity that some of the lanes have.
struct LaneCapacity : LaneMask {
  uint32_t Entries;
};

/// Costs that every machine has, by their numbers.
struct MachineCosts {
  CostList::Index TakenBranchBubble, Misprediction, IndirectMisprediction;
  /// By Steering: from one taken branch to the next.
  CostList::Index TakenBranch[NumSteerings];
  /// By the number of slots that go unused behind a taken branch.
  CostList::Index LostSlots[MostLostSlots + 1];
  /// By the number of decoders that take nothing in front of an instruction.
  CostList::Index LostPlaces[MostLostSlots + 1];
  /// A jump to a page that the first, and that both levels of the TLB miss.
  CostList::Index CodeTranslation[2];
  /// Of a store, unless it joins the one before it.
  CostList::Index StoreCommit;
  /// 0, which is no cost: those that cross lines take no longer.
  CostList::Index StoreCommitCrossing = 0;
  CostList::Index StoreForward, StoreForwardVector, MemoryRenaming;
  CostList::Index FailedForwarding, Aliasing;
  /// Of a load in its bank: by itself, and as an operand.
  CostList::Index BankRead, BankOperand;
  /// Of a line from behind L1, by how many of the last ones went to its set.
  CostList::Index SameSet[MostFillsSeen + 1];
  /// An access that misses the first level of the TLB.
  CostList::Index TranslationMiss;
  /// A line of code from each level.
  CostList::Index CodeLine[NumMemoryLevels];
  /// By level; what a hit there takes more than in L1.
  CostList::Index Distance[NumMemoryLevels];
  CostList::Index FillShare[NumMemoryLevels];
  /// A dirty line on its way to each level.
  CostList::Index WriteBack[NumMemoryLevels];
  /// What an addition gains that follows an addition.
  CostList::Index FloatAddForwarding;
};

class LaneMachine {
public:
  static constexpr unsigned MostLanes = 16;

  /// As many lanes as variants: 1 or MostLanes. With PerfectMemory no line is
  /// ever on its way.
  LaneMachine(PreparedTable &Table, llvm::ArrayRef<MachineVariant> Variants,
              bool PerfectMemory = false);

  /// Takes in costs that are new in the table.
  void refresh();

  unsigned numLanes() const { return Variants.size(); }
  const PreparedTable &table() const { return Table; }

  // One number per lane in each of these.
  const int32_t *costs() const {
    return static_cast<const int32_t *>(CostMemory.data());
  }
  const ResourceId *costOwners() const { return Owners.data(); }
  /// Sizes of the schedulers; -1: no limit.
  alignas(64) int32_t SchedulerSizes[NumSchedulers][MostLanes];
  /// Cycles for which their entries are kept after the issue.
  int32_t Releases[NumSchedulers];
  /// Those of the pipes that operations are bound to.
  uint8_t SchedulerOfPipe[MostQueues];
  /// How far a line may be ahead of its share of the fill buffers.
  alignas(64) int32_t FillTolerance[MostLanes];
  /// Lanes in which a load that needs more than the store before it has is not
  /// served by it, and those in which that was removed.
  LaneMask FailsForwarding, ForwardsParts;
  /// Units for a cycle of line crossing and of address translation.
  alignas(64) int32_t CrossingCycle[MostLanes];
  alignas(64) int32_t TranslationCycle[MostLanes];
  /// Time of a prefetch from the first level to the second one.
  alignas(64) int32_t PrefetchTime[NumMemoryLevels][NumMemoryLevels][MostLanes];

  // The same in all lanes.
  MachineCosts Numbers;
  llvm::SmallVector<LaneCapacity, 2> Queues[NumQueues];
  bool HasMemoryRenaming;
  bool HasWaryLoads;
  bool HasFillBuffers;
  bool TotalStoreOrder;
  bool LoadsInOrder;
  bool IssuesInOrder;
  /// Ports go to the oldest operation that is ready.
  bool IssuesOldestFirst;
  /// Only those do that are the pipe that an operation is bound to.
  bool IssuesOldestOnPipes;
  /// Units by which the last of the instructions that issue together is ahead
  /// of its share of a cycle: they all begin with the cycle.
  int32_t IssueTolerance;
  bool ReissuesMisses;
  /// How often a load that crosses a line takes its ports.
  unsigned CrossingIssues;
  /// Slots for arrivals of lines.
  uint32_t NumLineSlots;
  /// Extra cycles of an access up to this are line crossing.
  uint16_t CrossingCycles;

private:
  LaneMask
  lanesWhere(llvm::function_ref<bool(const MachineVariant &)> Holds) const;
  void addQueue(QueueKind K, double Size, ResourceId R);
  void addScheduler(unsigned Which, double Size, ResourceId R);

  PreparedTable &Table;
  std::vector<MachineVariant> Variants;
  AlignedMemory CostMemory;
  std::vector<ResourceId> Owners;
};

} // namespace rafter::simulation

#endif // RAFTER_LIB_SIMULATION_LANEMACHINE_H
