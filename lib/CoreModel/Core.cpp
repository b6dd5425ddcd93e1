//===- Core.cpp - The pipeline of the reference core ----------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Time, and where it goes.
//
//===----------------------------------------------------------------------===//

#include "Core.h"
#include <cassert>

using namespace rafter;

static uint32_t ringSize(uint32_t ReorderBuffer) {
  return std::max(64u, std::bit_ceil(ReorderBuffer));
}

Core::Core(const CoreDesign &Design, const TraceRegion &Region,
           const Dependences &Producers, const BranchOutcomes &Outcomes,
           FirstLevels::State Begin, IdealParts Ideal)
    : Design(Design), Ideal(Ideal), Trace(Region.Instructions),
      Producers(Producers), Mispredicted(Outcomes.Mispredicted),
      Size(uint32_t(Trace.size())), Mask(ringSize(Design.ReorderBuffer) - 1),
      Memory(Design, std::move(Begin), Counts, Ideal), Entries(Mask + 1),
      LoadsWaiting(MaxSlots, NoSlot), StoresWaiting(MaxSlots, NoSlot) {
  assert(Producers.size() == Size && Mispredicted.size() == Size);
  Result.Instructions = Size;
  Result.Branches = Outcomes.Branches;
  Result.Mispredictions = Outcomes.Mispredictions;
  for (unsigned I = 0; I != NumInstructionClasses; ++I) {
    auto Class = InstructionClass(I);
    IssueQueue Queue = issueQueue(Class);
    const bool Divides = Class == InstructionClass::IntegerDivide ||
                         Class == InstructionClass::FloatDivide;
    const bool IsIdeal = Ideal & (Divides ? IdealDividers : IdealLatencies);
    Rules[I].Latency = !IsIdeal ? uint8_t(executionLatency(Class))
                       : Divides || Class == InstructionClass::Store ? 1
                                                                     : 0;
    Rules[I].IsDivision =
        Divides && (Queue == IssueQueue::Float ? Design.FloatDividers
                                               : Design.IntegerDividers) != 0;
    Rules[I].Kind = Class == InstructionClass::Load    ? ReadyLoad
                    : Class == InstructionClass::Store ? ReadyStore
                    : Queue == IssueQueue::Float       ? ReadyFloat
                                                       : ReadyInteger;
  }
  Dividers[ReadyInteger].resize(Design.IntegerDividers);
  Dividers[ReadyFloat].resize(Design.FloatDividers);
}

CoreResult Core::run() {
  while (Committed != Size) {
    IsActive = false;
    Memory.beginCycle(Now);
    Calendar.takeDue(Now, [&](unsigned Slot) { makeReady(Slot); });
    unsigned NumCommitted = commit();
    CycleCause Cause = causeOf(NumCommitted);
    if (Committed != Size) {
      issue();
      rename();
      decode();
      fetch();
    }
    uint64_t Next = IsActive ? Now + 1 : nextEvent();
    if (IsMonitored)
      passTime(Cause, NumCommitted, Next);
    else
      account(Cause, Now, Next);
    moveTo(Next);
  }
  if (IsMonitored)
    endInterval(Now);
  Result.Cycles = Now;
  return Result;
}

void Core::moveTo(uint64_t Cycle) {
  Now = Cycle;
  for (; FirstGroup != LastGroup && group(FirstGroup).Renamable <= Now;
       ++FirstGroup)
    Renamable = group(FirstGroup).End;
}

/// The first cycle after this one, in which nothing happened, in which
/// something can.
uint64_t Core::nextEvent() const {
  uint64_t Next = Calendar.nextDue(Now);
  if (FirstGroup != LastGroup)
    Next = std::min(Next, group(FirstGroup).Renamable);
  auto Consider = [&](uint64_t Cycle) {
    if (Cycle > Now)
      Next = std::min(Next, Cycle);
  };
  if (Committed != Renamed) {
    const Entry &Head = Entries[slotOf(Committed)];
    Consider(Head.Done);
    if (Head.Done <= Now || !Ready[ReadyLoad].isEmpty())
      Consider(Memory.nextArrival());
  }
  // Otherwise nobody asks how many lines are on their way.
  if (IsMonitored)
    Consider(Memory.nextArrival());
  for (unsigned Kind : {ReadyInteger, ReadyFloat})
    if (IsMonitored || !ReadyDivisions[Kind].isEmpty())
      for (uint64_t Free : Dividers[Kind])
        Consider(Free);
  for (unsigned I = 0; I != NumBuffers; ++I)
    Consider(buffer(I).Ready);
  if (IsStopped)
    Consider(Restart);
  assert(Next != Never && "the core stands still");
  return Next;
}

/// Why this cycle committed no more than it did.
CycleCause Core::causeOf(unsigned NumCommitted) const {
  if (NumCommitted == Design.CommitWidth || Committed == Size)
    return CycleCause::CommitWidth;
  if (Committed != Renamed)
    return entryCause(Entries[slotOf(Committed)]);
  if (Committed >= Fetched)
    return FetchCause;
  if (Committed < RenameLateEnd)
    return RenameLateCause;
  if (Committed >= Decoded && Committed < DecodeLateEnd)
    return DecodeLateCause;
  return Tags[Committed % NumTags];
}

static CycleCause sourceCause(DataSource Source) {
  switch (Source) {
  case DataSource::L1:
    return CycleCause::L1;
  case DataSource::L2:
    return CycleCause::L2;
  case DataSource::LastLevel:
    return CycleCause::LastLevel;
  case DataSource::Memory:
    break;
  }
  return CycleCause::Memory;
}

/// The same for the oldest instruction in the reorder buffer.
CycleCause Core::entryCause(const Entry &E) const {
  if (E.Done <= Now)
    return CycleCause::MissRegisters;
  if (E.Done == Never) {
    if (E.Ready >= Now)
      return E.Obstacle;
    if (E.IsDivision)
      return CycleCause::Divider;
    return E.Kind == ReadyInteger ? CycleCause::IntegerIssue
           : E.Kind == ReadyFloat ? CycleCause::FloatIssue
                                  : MemoryLimit;
  }
  const bool IsLate = E.Obstacle == CycleCause::ReorderBuffer ||
                      E.Obstacle == CycleCause::LoadQueue ||
                      E.Obstacle == CycleCause::StoreQueue;
  if (E.Kind != ReadyLoad || IsLate)
    return E.Obstacle;
  if (E.Source == DataSource::L1 && E.Obstacle != CycleCause::Dependences)
    return E.Obstacle;
  return sourceCause(E.Source);
}

/// The cycles from Begin to before End, all in the state of the end of this
/// one.
void Core::account(CycleCause Cause, uint64_t Begin, uint64_t End) {
  const uint64_t Cycles = End - Begin;
  Result.ReorderBufferEntries += Cycles * (Renamed - Committed);
  Result.RenameQueueEntries += Cycles * (Decoded - Renamed);
  if (Cause != CycleCause::Memory) {
    Result.Stack[Cause] += Cycles;
    return;
  }
  // Behind the latency of memory alone, the load waits for the channel.
  uint64_t Unloaded = Entries[slotOf(Committed)].Unloaded;
  uint64_t Latency = std::clamp(Unloaded, Begin, End) - Begin;
  Result.Stack[CycleCause::Memory] += Latency;
  Result.Stack[CycleCause::Bandwidth] += Cycles - Latency;
}
