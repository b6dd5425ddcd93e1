//===- Monitor.cpp - The monitoring unit of the reference core ------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Counts what the other stages leave behind at the end of a cycle.
//
//===----------------------------------------------------------------------===//

#include "Core.h"
#include "llvm/ADT/STLExtras.h"

using namespace rafter;

void Core::monitor(uint64_t Cycles) {
  IsMonitored = true;
  Interval = Cycles == 0 ? Never : Cycles;
  IntervalEnd = Interval;
  WriteBacksBefore[0] = Memory.caches().writeBacks(DataSource::L1);
  WriteBacksBefore[1] = Memory.caches().writeBacks(DataSource::L2);
}

void Core::countCommit(uint32_t Position) {
  const CrackedInstruction &I = Trace[Position];
  Counts.add(CoreEvent::Instructions);
  if (I.isLoad())
    Counts.add(CoreEvent::Loads);
  if (I.isStore())
    Counts.add(CoreEvent::Stores);
  if (I.has(CrackedInstruction::Barrier))
    Counts.add(CoreEvent::Barriers);
  if (!I.isBranch())
    return;
  Counts.add(CoreEvent::Branches);
  if (I.Branch == BranchKind::Conditional)
    Counts.add(CoreEvent::ConditionalBranches);
  else if (isPredicted(I.Branch))
    Counts.add(CoreEvent::IndirectBranches);
  if (Mispredicted[Position])
    Counts.add(CoreEvent::BranchMisses);
}

/// Cycles in which the oldest instruction is a load that waits for its data.
void Core::countLoadStall(const Entry &E, uint64_t Cycles) {
  Counts.add(CoreEvent::CyclesLoadStall, Cycles);
  if (E.Source >= DataSource::L2)
    Counts.add(CoreEvent::CyclesL1MissStall, Cycles);
  if (E.Source >= DataSource::LastLevel)
    Counts.add(CoreEvent::CyclesL2MissStall, Cycles);
  if (E.Source == DataSource::Memory)
    Counts.add(CoreEvent::CyclesLastLevelMissStall, Cycles);
}

/// Cycles that end as this one does, and in the first of which NumCommitted
/// instructions were committed.
void Core::countCycles(unsigned NumCommitted, uint64_t Cycles) {
  auto CountIf = [&](bool Holds, CoreEvent Event) {
    if (Holds)
      Counts.add(Event, Cycles);
  };
  Counts.add(CoreEvent::Cycles, Cycles);
  const uint64_t Operations = Counts[CoreEvent::IntegerOperations] +
                              Counts[CoreEvent::FloatOperations] +
                              Counts[CoreEvent::LoadOperations] +
                              Counts[CoreEvent::StoreOperations];
  CountIf(NumCommitted == 0, CoreEvent::CyclesNoCommit);
  const uint64_t Issued = Operations - OperationsBefore;
  CountIf(Issued == 0, CoreEvent::CyclesNoIssue);
  CountIf(Issued == 1 && NumUnissued != 0, CoreEvent::CyclesOneIssue);
  CountIf(Issued == 2 && NumUnissued != 0, CoreEvent::CyclesTwoIssues);
  CountIf(LacksInstructions, CoreEvent::CyclesFrontEndStall);
  CountIf(LacksEntry, CoreEvent::CyclesBackEndStall);
  OperationsBefore = Operations;
  const uint64_t Used = Renamed - Committed;
  CountIf(Used == Design.ReorderBuffer, CoreEvent::CyclesReorderBufferFull);
  CountIf(NumLoadsWaiting != 0, CoreEvent::CyclesLoadQueueFull);
  CountIf(NumStoresWaiting != 0, CoreEvent::CyclesStoreQueueFull);
  CountIf(IsStopped && StopCause == CycleCause::BadSpeculation,
          CoreEvent::CyclesMispredictionStop);
  CountIf(IsStopped && StopCause == CycleCause::Barrier,
          CoreEvent::CyclesBarrierStop);
  CountIf(IsStarved && (FetchCause == CycleCause::InstructionCache ||
                        FetchCause == CycleCause::InstructionFills),
          CoreEvent::CyclesInstructionMiss);
  if (NumCommitted == 0 && isLoading())
    countLoadStall(Entries[slotOf(Committed)], Cycles);
  CountIf(isDividing(), CoreEvent::CyclesDivider);
  countSlots(Cycles);
  const unsigned Pending = Memory.linesInFlight();
  CountIf(Pending != 0, CoreEvent::CyclesMissPending);
  Counts.add(CoreEvent::MissesPending, Cycles * Pending);
  Counts.add(CoreEvent::ReorderBufferOccupancy, Cycles * Used);
  Counts.add(CoreEvent::RenameQueueOccupancy, Cycles * (Decoded - Renamed));
}

/// Whether the oldest instruction is a load on its way.
bool Core::isLoading() const {
  const Entry &Head = Entries[slotOf(Committed)];
  return Renamed != Committed && Head.Kind == ReadyLoad && Head.Done != Never &&
         Head.Done > Now;
}

bool Core::isDividing() const {
  return llvm::any_of(Dividers, [&](const std::vector<uint64_t> &Units) {
    return llvm::any_of(Units, [&](uint64_t Free) { return Free > Now; });
  });
}

/// As vendors count slots: what found no entry is the back end's, and of what
/// was not there the time from a mispredicted branch to its successor is bad
/// speculation, the pipeline that is refilled included.
void Core::countSlots(uint64_t Cycles) {
  const uint64_t Refill = FetchToDecode + Design.decodeToRename();
  const bool IsBehindMisprediction =
      StopCause == CycleCause::BadSpeculation && Renamed == StopPosition + 1 &&
      (IsStopped || (Restart != Never && Now <= Restart + Refill));
  const bool IsFull = LacksEntry || Renamed - Committed == Design.ReorderBuffer;
  const CoreEvent Event = IsFull ? CoreEvent::SlotsBackEnd
                          : IsBehindMisprediction
                              ? CoreEvent::SlotsBadSpeculation
                              : CoreEvent::SlotsFrontEnd;
  Counts.add(Event, EmptySlots * Cycles);
  if (Event == CoreEvent::SlotsFrontEnd && EmptySlots == Design.RenameWidth)
    Counts.add(CoreEvent::SlotsFrontEndLatency, EmptySlots * Cycles);
  if (Event == CoreEvent::SlotsBackEnd && isLoading())
    Counts.add(CoreEvent::SlotsMemory, EmptySlots * Cycles);
}

/// The cycles from now to before End, cut where intervals end.
void Core::passTime(CycleCause Cause, unsigned NumCommitted, uint64_t End) {
  for (uint64_t Begin = Now; Begin != End;) {
    uint64_t Stop = std::min(End, IntervalEnd);
    account(Cause, Begin, Stop);
    countCycles(NumCommitted, Stop - Begin);
    Begin = Stop;
    if (Stop == IntervalEnd)
      endInterval(Stop);
  }
}

void Core::endInterval(uint64_t End) {
  Counts[CoreEvent::L1DataWriteBacks] =
      Memory.caches().writeBacks(DataSource::L1) - WriteBacksBefore[0];
  Counts[CoreEvent::L2WriteBacks] =
      Memory.caches().writeBacks(DataSource::L2) - WriteBacksBefore[1];
  CoreInterval Sample{End, Counts};
  for (unsigned I = 0; I != NumCoreEvents; ++I)
    Sample.Counts.Of[I] -= CountsBefore.Of[I];
  CountsBefore = Counts;
  IntervalEnd = End + std::min(Interval, Never - End);
  if (Sample.Counts[CoreEvent::Cycles] != 0)
    Intervals.push_back(Sample);
}
