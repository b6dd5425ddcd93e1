//===- Core.h - The pipeline of the reference core -------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The stages of docs/reference-core.md. A cycle runs them from the last to the
// first; a cycle in which nothing happens is followed by the next one in which
// something can.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_COREMODEL_CORE_H
#define RAFTER_LIB_COREMODEL_CORE_H

#include "ReadyQueues.h"
#include "rafter/CoreModel/ReferenceCore.h"

namespace rafter {

class Core {
public:
  Core(const CoreDesign &Design, const TraceRegion &Region,
       const Dependences &Producers, const BranchOutcomes &Outcomes,
       FirstLevels::State Begin, IdealParts Ideal = 0);

  /// Counts everything in intervals of so many cycles; 0 is one interval.
  void monitor(uint64_t Interval);
  CoreResult run();
  /// What was counted, if monitor() was called before run().
  std::vector<CoreInterval> takeIntervals() { return std::move(Intervals); }

private:
  /// Where an instruction waits for its issue.
  enum ReadyKind : uint8_t { ReadyInteger, ReadyFloat, ReadyLoad, ReadyStore };
  static constexpr unsigned NumReadyKinds = 4;

  /// An instruction in the reorder buffer.
  struct Entry {
    /// Cycle from which on its result can be used; Never before its issue.
    uint64_t Done;
    /// Cycle from which on it can be issued, as far as is known.
    uint64_t Ready;
    /// Cycle in which a load's data would come if the channel to memory were
    /// free.
    uint64_t Unloaded;
    /// Producers that have not been looked at.
    uint32_t Left;
    /// Among loads, or among stores.
    uint32_t Number;
    /// Slots that wait for this one's issue, and for its commit.
    uint16_t Waiters, CommitWaiters;
    /// The next one that waits for the same.
    uint16_t NextWaiter;
    ReadyKind Kind;
    uint8_t Latency;
    /// It occupies a divider.
    bool IsDivision;
    DataSource Source;
    /// A load whose bytes a store before it writes, but not all of them.
    bool IsPartlyStored;
    /// What made it ready no earlier.
    CycleCause Obstacle;
  };

  /// A line of instructions in a fetch buffer.
  struct FetchBuffer {
    uint64_t Line;
    uint64_t Ready;
    /// Behind its last instruction.
    uint32_t End;
    bool IsMiss;
    /// The first line after the front end was stopped.
    bool IsFirst;
    /// It misses, and was requested later since all fills were taken.
    bool LackedFill;
  };

  // BackEnd.cpp
  unsigned commit();
  void commitMemory(Entry &E, const CrackedInstruction &I);
  void issue();
  void issueFrom(ReadyKind Kind, unsigned Width, CycleCause Contention);
  /// While divisions that need a divider are ready and one is free: the oldest
  /// first, with the others.
  void issueDivisions(ReadyKind Kind, unsigned &Width, CycleCause Contention);
  /// A divider that is free in this cycle; null if there is none.
  uint64_t *freeDivider(ReadyKind Kind);
  void issueMemory();
  void issueEntry(unsigned Slot, uint64_t Done, CycleCause Contention);
  void issueLoad(unsigned Slot, CycleCause Contention);
  void rename();
  void enter(uint32_t Position);
  void advance(unsigned Slot);
  void admit(unsigned Slot);
  /// Hands the numbered load or store that waits for an entry of its queue on.
  void giveEntry(std::vector<uint16_t> &Waiting, uint32_t Number,
                 CycleCause Cause);
  void makeReady(unsigned Slot);
  /// Position of the instruction in a slot.
  uint32_t positionOf(unsigned Slot) const {
    return Committed + ((Slot - Committed) & Mask);
  }
  unsigned slotOf(uint32_t Position) const { return Position & Mask; }
  bool covers(uint32_t Store, uint32_t Load) const;
  bool overlaps(uint32_t Store, uint32_t Load) const;

  // FrontEnd.cpp
  void decode();
  void fetch();
  void takeInstructions();
  void requestLines();
  FetchBuffer nextLine() const;
  bool stopsFetch(uint32_t Position) const;
  CycleCause fetchObstacle() const;
  FetchBuffer &buffer(unsigned I) { return Buffers[(FirstBuffer + I) % 8]; }
  const FetchBuffer &buffer(unsigned I) const {
    return Buffers[(FirstBuffer + I) % 8];
  }
  unsigned fillsInFlight() const;
  void setTags(uint32_t Begin, uint32_t End, CycleCause Cause) {
    for (; Begin < End; ++Begin)
      Tags[Begin % NumTags] = Cause;
  }

  // Core.cpp
  uint64_t nextEvent() const;
  CycleCause causeOf(unsigned NumCommitted) const;
  CycleCause entryCause(const Entry &E) const;
  void account(CycleCause Cause, uint64_t Begin, uint64_t End);
  void moveTo(uint64_t Cycle);

  // Monitor.cpp
  void countCommit(uint32_t Position);
  void countCycles(unsigned NumCommitted, uint64_t Cycles);
  bool isLoading() const;
  bool isDividing() const;
  void countSlots(uint64_t Cycles);
  void countLoadStall(const Entry &E, uint64_t Cycles);
  void passTime(CycleCause Cause, unsigned NumCommitted, uint64_t End);
  void endInterval(uint64_t End);

  const CoreDesign &Design;
  const IdealParts Ideal;
  llvm::ArrayRef<CrackedInstruction> Trace;
  const Dependences &Producers;
  const llvm::BitVector &Mispredicted;
  uint32_t Size;
  /// Number of slots of the ring, less 1.
  uint32_t Mask;

  uint64_t Now = 0;
  /// Something happened in this cycle.
  bool IsActive = false;
  CoreResult Result;
  /// Only counts of caches and operations if nothing is monitored.
  CoreCounts Counts;
  MemoryTiming Memory;

  // Monitor.
  bool IsMonitored = false;
  uint64_t Interval = Never;
  std::vector<CoreInterval> Intervals;
  /// Counts at the end of the last interval; write-backs of the warm-up.
  CoreCounts CountsBefore;
  uint64_t WriteBacksBefore[2] = {};
  uint64_t IntervalEnd = Never;
  uint64_t OperationsBefore = 0;
  unsigned NumLoadsWaiting = 0, NumStoresWaiting = 0;
  bool LacksEntry = false, LacksInstructions = false;
  /// Empty places of this cycle's rename.
  unsigned EmptySlots = 0;
  /// Renamed and not issued yet.
  unsigned NumUnissued = 0;

  // Instructions that have passed each stage.
  uint32_t Committed = 0, Renamed = 0, Decoded = 0, Fetched = 0, Requested = 0;
  /// Decoded long enough ago to be renamed.
  uint32_t Renamable = 0;

  // Back end.
  /// How instructions of a class are issued.
  struct ClassRule {
    ReadyKind Kind;
    uint8_t Latency;
    bool IsDivision;
  };
  ClassRule Rules[NumInstructionClasses];
  std::vector<Entry> Entries;
  SlotSet Ready[NumReadyKinds];
  /// Divisions that need a divider of their own, of integers and of floats, and
  /// from which cycle on each divider is free.
  SlotSet ReadyDivisions[2];
  std::vector<uint64_t> Dividers[2];
  ReadyCalendar Calendar;
  uint32_t LoadsRenamed = 0, LoadsCommitted = 0;
  uint32_t StoresRenamed = 0, StoresCommitted = 0;
  /// Slots that wait for an entry of the queue, by their number.
  std::vector<uint16_t> LoadsWaiting, StoresWaiting;
  /// Why the memory instructions that were ready last could not all issue.
  CycleCause MemoryLimit = CycleCause::MemoryIssue;

  // Front end.
  /// Instructions before End, decoded in one cycle, and from which cycle on
  /// they can be renamed; none waits longer than a ring of them is long.
  struct DecodedGroup {
    uint64_t Renamable;
    uint32_t End;
  };
  DecodedGroup Groups[64];
  uint32_t FirstGroup = 0, LastGroup = 0;
  DecodedGroup &group(uint32_t I) { return Groups[I % 64]; }
  const DecodedGroup &group(uint32_t I) const { return Groups[I % 64]; }
  FetchBuffer Buffers[8];
  unsigned FirstBuffer = 0, NumBuffers = 0;
  /// The next line misses and has no fill.
  bool IsFillBlocked = false;
  /// Nothing behind StopPosition is requested before the cycle Restart.
  bool IsStopped = false;
  /// The lines gave fewer instructions than could have been fetched.
  bool IsStarved = false;
  bool IsAfterStop = false;
  uint32_t StopPosition = 0;
  uint64_t Restart = 0;
  CycleCause StopCause = CycleCause::BadSpeculation;
  /// Why no more was fetched in the last cycle.
  CycleCause FetchCause = CycleCause::FetchBuffers;
  /// Instructions before these could have been decoded (renamed) earlier, if
  /// not for the cause.
  uint32_t DecodeLateEnd = 0, RenameLateEnd = 0;
  CycleCause DecodeLateCause = CycleCause::DecodeWidth;
  CycleCause RenameLateCause = CycleCause::RenameWidth;
  /// Why an instruction came no earlier, for those between fetch and commit.
  static constexpr unsigned NumTags = 2048;
  static_assert(NumTags >= MaxSlots + FetchQueue + RenameQueue + 64 * 12,
                "the deepest pipeline of the widest decoder");
  CycleCause Tags[NumTags];
};

} // namespace rafter

#endif // RAFTER_LIB_COREMODEL_CORE_H
