//===- BackEnd.cpp - Rename, issue and commit of the reference core -------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An instruction waits for one thing at a time: for the youngest producer that
// has not been issued, then for the next one, for a store, for an entry of its
// queue. So a list per producer with one link per waiting instruction does.
//
//===----------------------------------------------------------------------===//

#include "Core.h"
#include "llvm/ADT/STLExtras.h"

using namespace rafter;

// issue() runs before rename() in a cycle.
static_assert(RenameToIssue == 1);

/// Commits what is done, oldest first. Returns how many.
unsigned Core::commit() {
  unsigned N = 0;
  for (; N != Design.CommitWidth && Committed != Renamed; ++N) {
    Entry &E = Entries[slotOf(Committed)];
    if (E.Done > Now)
      break;
    const CrackedInstruction &I = Trace[Committed];
    if (E.Kind == ReadyStore && Memory.isBlockedFor(lineOf(I.DataAddress)))
      break;
    if (IsMonitored)
      countCommit(Committed);
    ++Committed;
    if (E.Kind >= ReadyLoad)
      commitMemory(E, I);
    if (IsStopped && Committed - 1 == StopPosition &&
        StopCause == CycleCause::Barrier)
      Restart = Now + RedirectDelay;
  }
  IsActive |= N != 0;
  return N;
}

void Core::commitMemory(Entry &E, const CrackedInstruction &I) {
  if (E.Kind == ReadyLoad) {
    ++LoadsCommitted;
    giveEntry(LoadsWaiting, LoadsCommitted - 1 + Design.LoadQueue,
              CycleCause::LoadQueue);
    return;
  }
  Memory.store(Now, lineOf(I.DataAddress));
  for (uint16_t Slot = E.CommitWaiters; Slot != NoSlot;) {
    Entry &Waiter = Entries[Slot];
    uint16_t Next = Waiter.NextWaiter;
    if (Now >= Waiter.Ready) {
      Waiter.Ready = Now;
      Waiter.Obstacle = CycleCause::Dependences;
    }
    admit(Slot);
    Slot = Next;
  }
  ++StoresCommitted;
  giveEntry(StoresWaiting, StoresCommitted - 1 + Design.StoreQueue,
            CycleCause::StoreQueue);
}

void Core::giveEntry(std::vector<uint16_t> &Waiting, uint32_t Number,
                     CycleCause Cause) {
  uint16_t &Slot = Waiting[Number % MaxSlots];
  if (Slot == NoSlot)
    return;
  Entry &E = Entries[Slot];
  if (Now >= E.Ready) {
    E.Ready = Now;
    E.Obstacle = Cause;
  }
  --(E.Kind == ReadyLoad ? NumLoadsWaiting : NumStoresWaiting);
  makeReady(Slot);
  Slot = NoSlot;
}

void Core::issue() {
  issueFrom(ReadyInteger, Design.IntegerIssue, CycleCause::IntegerIssue);
  issueFrom(ReadyFloat, Design.FloatIssue, CycleCause::FloatIssue);
  issueMemory();
}

void Core::issueFrom(ReadyKind Kind, unsigned Width, CycleCause Contention) {
  SlotSet &Set = Ready[Kind];
  const unsigned Head = slotOf(Committed);
  if (!ReadyDivisions[Kind].isEmpty())
    issueDivisions(Kind, Width, Contention);
  for (; Width != 0 && !Set.isEmpty(); --Width) {
    unsigned Slot = Set.firstFrom(Head);
    Set.erase(Slot);
    issueEntry(Slot, Now + Entries[Slot].Latency, Contention);
  }
}

void Core::issueDivisions(ReadyKind Kind, unsigned &Width,
                          CycleCause Contention) {
  SlotSet &Others = Ready[Kind], &Divisions = ReadyDivisions[Kind];
  const unsigned Head = slotOf(Committed);
  for (; Width != 0 && !Divisions.isEmpty(); --Width) {
    uint64_t *Divider = freeDivider(Kind);
    if (!Divider)
      return;
    unsigned Slot = Divisions.firstFrom(Head);
    bool Divides = true;
    if (!Others.isEmpty()) {
      unsigned Other = Others.firstFrom(Head);
      Divides = ((Slot - Head) & Mask) < ((Other - Head) & Mask);
      Slot = Divides ? Slot : Other;
    }
    const uint64_t Done = Now + Entries[Slot].Latency;
    (Divides ? Divisions : Others).erase(Slot);
    if (Divides)
      *Divider = Done;
    issueEntry(Slot, Done, Divides ? CycleCause::Divider : Contention);
  }
}

uint64_t *Core::freeDivider(ReadyKind Kind) {
  auto Free =
      llvm::find_if(Dividers[Kind], [&](uint64_t From) { return From <= Now; });
  return Free == Dividers[Kind].end() ? nullptr : &*Free;
}

/// Loads prefer the pipes that stores cannot use.
void Core::issueMemory() {
  SlotSet &Loads = Ready[ReadyLoad], &Stores = Ready[ReadyStore];
  if (Loads.isEmpty() && Stores.isEmpty())
    return;
  const CycleCause Contention = MemoryLimit;
  const unsigned Head = slotOf(Committed);
  unsigned Width = Design.MemoryIssue;
  unsigned LoadPipes = Design.LoadPipes, SharedPipes = Design.LoadStorePipes;
  bool IsBlocked = false;
  for (; Width != 0; --Width) {
    IsBlocked = !Loads.isEmpty() && Memory.isBlocked();
    bool CanLoad =
        !Loads.isEmpty() && !IsBlocked && LoadPipes + SharedPipes != 0;
    bool CanStore = !Stores.isEmpty() && SharedPipes != 0;
    if (!CanLoad && !CanStore)
      break;
    unsigned Load = CanLoad ? Loads.firstFrom(Head) : 0;
    unsigned Store = CanStore ? Stores.firstFrom(Head) : 0;
    if (CanLoad && CanStore)
      CanLoad = ((Load - Head) & Mask) < ((Store - Head) & Mask);
    if (CanLoad) {
      --(LoadPipes != 0 ? LoadPipes : SharedPipes);
      Loads.erase(Load);
      issueLoad(Load, Contention);
    } else {
      --SharedPipes;
      Stores.erase(Store);
      issueEntry(Store, Now + Entries[Store].Latency, Contention);
    }
  }
  MemoryLimit = Width == 0  ? CycleCause::MemoryIssue
                : IsBlocked ? CycleCause::MissRegisters
                            : CycleCause::Pipes;
}

static uint64_t lastByte(const CrackedInstruction &I) {
  return I.DataAddress + (I.DataBytes > 1 ? I.DataBytes - 1u : 0u);
}

bool Core::covers(uint32_t Store, uint32_t Load) const {
  const CrackedInstruction &S = Trace[Store], &L = Trace[Load];
  return S.DataAddress <= L.DataAddress && lastByte(L) <= lastByte(S);
}

bool Core::overlaps(uint32_t Store, uint32_t Load) const {
  const CrackedInstruction &S = Trace[Store], &L = Trace[Load];
  return S.DataAddress <= lastByte(L) && L.DataAddress <= lastByte(S);
}

void Core::issueLoad(unsigned Slot, CycleCause Contention) {
  const uint32_t Position = positionOf(Slot);
  const CrackedInstruction &I = Trace[Position];
  const uint32_t Store = Producers.youngestStore(Position);
  const bool IsCovered =
      Store != Dependences::NoStore && covers(Store, Position);
  MemoryTiming::Response Response{Now + Memory.latency(DataSource::L1),
                                  DataSource::L1};
  if (!IsCovered || Store < Committed) {
    MemoryTiming::Response Read = Memory.load(Now, lineOf(I.DataAddress));
    // The write buffer keeps the data of a store until its line arrives.
    if (!IsCovered || !Read.ForStore)
      Response = Read;
    else
      Counts.add(CoreEvent::StoreForwards);
  } else {
    Counts.add(CoreEvent::StoreForwards);
  }
  Memory.train(Now, I);
  Entry &E = Entries[Slot];
  E.Source = Response.Source;
  E.Unloaded = Now + Memory.latency(E.Source);
  ++Result.Loads;
  Result.LoadCycles += Response.Ready - Now;
  issueEntry(Slot, Response.Ready, Contention);
}

void Core::issueEntry(unsigned Slot, uint64_t Done, CycleCause Contention) {
  Entry &E = Entries[Slot];
  IsActive = true;
  --NumUnissued;
  Counts.add(CoreEvent(unsigned(CoreEvent::IntegerOperations) + E.Kind));
  if (E.Ready < Now)
    E.Obstacle = Contention;
  E.Done = Done;
  if (IsStopped && StopCause == CycleCause::BadSpeculation &&
      slotOf(StopPosition) == Slot && positionOf(Slot) == StopPosition)
    Restart = Done + RedirectDelay;
  for (uint16_t W = E.Waiters; W != NoSlot;) {
    Entry &Waiter = Entries[W];
    uint16_t Next = Waiter.NextWaiter;
    if (Done > Waiter.Ready) {
      Waiter.Ready = Done;
      Waiter.Obstacle = CycleCause::Dependences;
    }
    advance(W);
    W = Next;
  }
}

void Core::rename() {
  uint32_t Waiting = Renamable - Renamed;
  uint32_t Room = Design.ReorderBuffer - (Renamed - Committed);
  uint32_t N = std::min({Design.RenameWidth, Waiting, Room});
  setTags(Renamed, std::min(Renamed + N, RenameLateEnd), RenameLateCause);
  for (uint32_t I = 0; I != N; ++I)
    enter(Renamed++);
  IsActive |= N != 0;
  LacksInstructions = Waiting == 0;
  EmptySlots = Design.RenameWidth - N;
  LacksEntry = N == Room && N < std::min(Waiting, Design.RenameWidth);
  if (N == Waiting)
    return;
  RenameLateEnd = Renamable;
  RenameLateCause = N == Design.RenameWidth ? CycleCause::RenameWidth
                                            : CycleCause::ReorderBuffer;
}

void Core::enter(uint32_t Position) {
  const CrackedInstruction &I = Trace[Position];
  const unsigned Slot = slotOf(Position);
  Entry &E = Entries[Slot];
  ++NumUnissued;
  E.Done = Never;
  E.Ready = Now + RenameToIssue;
  E.Left = uint32_t(Producers.producers(Position).size());
  E.Waiters = E.CommitWaiters = NoSlot;
  E.Source = DataSource::L1;
  E.IsPartlyStored = false;
  E.Obstacle = Tags[Position % NumTags];
  const ClassRule &Rule = Rules[unsigned(I.Class)];
  E.Latency = Rule.Latency;
  E.IsDivision = Rule.IsDivision;
  E.Kind = Rule.Kind;
  if (E.Kind == ReadyLoad) {
    E.Number = LoadsRenamed++;
    uint32_t Store = Producers.youngestStore(Position);
    E.IsPartlyStored = Store != Dependences::NoStore && Store >= Committed &&
                       overlaps(Store, Position) && !covers(Store, Position);
  } else if (E.Kind == ReadyStore) {
    E.Number = StoresRenamed++;
  }
  advance(Slot);
}

/// Looks for the next thing that an instruction has to wait for. Its Ready
/// includes all producers that have been looked at.
void Core::advance(unsigned Slot) {
  Entry &E = Entries[Slot];
  const uint32_t Position = positionOf(Slot);
  llvm::ArrayRef<uint32_t> Needed = Producers.producers(Position);
  while (E.Left != 0) {
    uint32_t Producer = Needed[--E.Left];
    if (Producer < Committed)
      continue;
    Entry &P = Entries[slotOf(Producer)];
    if (P.Done == Never) {
      E.NextWaiter = P.Waiters;
      P.Waiters = uint16_t(Slot);
      return;
    }
    if (P.Done > E.Ready) {
      E.Ready = P.Done;
      E.Obstacle = CycleCause::Dependences;
    }
  }
  if (E.IsPartlyStored) {
    uint32_t Store = Producers.youngestStore(Position);
    if (Store >= Committed) {
      Entry &S = Entries[slotOf(Store)];
      E.NextWaiter = S.CommitWaiters;
      S.CommitWaiters = uint16_t(Slot);
      Counts.add(CoreEvent::PartialStores);
      return;
    }
  }
  admit(Slot);
}

/// All that a load or store still needs is an entry of its queue. Entries are
/// given in program order: an older instruction can never lack one because of
/// younger ones.
void Core::admit(unsigned Slot) {
  Entry &E = Entries[Slot];
  if (E.Kind == ReadyLoad && E.Number - LoadsCommitted >= Design.LoadQueue) {
    LoadsWaiting[E.Number % MaxSlots] = uint16_t(Slot);
    ++NumLoadsWaiting;
  } else if (E.Kind == ReadyStore &&
             E.Number - StoresCommitted >= Design.StoreQueue) {
    StoresWaiting[E.Number % MaxSlots] = uint16_t(Slot);
    ++NumStoresWaiting;
  } else {
    makeReady(Slot);
  }
}

void Core::makeReady(unsigned Slot) {
  Entry &E = Entries[Slot];
  if ((Ideal & IdealCore) == IdealCore && E.Kind < ReadyLoad)
    issueEntry(Slot, E.Ready, E.Obstacle);
  else if (E.Ready <= Now)
    (E.IsDivision ? ReadyDivisions : Ready)[E.Kind].insert(Slot);
  else
    Calendar.insert(Slot, E.Ready, Now);
}
