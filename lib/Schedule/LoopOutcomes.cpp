//===- LoopOutcomes.cpp - What the accesses of a loop meet ----------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Accesses of a loop that are in one line in each execution are decided
// together: the first one says where the line comes from, and the others hit L1
// then. While all stay in their lines, these are in L1 and keep their order, so
// that only lines on their way are to be waited for, and executions need not be
// decided. Which stores a load meets is decided once for the loop: none, or
// each access is decided for itself.
//
//===----------------------------------------------------------------------===//

#include "AccessOutcomes.h"
#include "llvm/ADT/STLExtras.h"

using namespace rafter;
using llvm::ArrayRef;

/// More lines than that are decided one by one.
static constexpr unsigned MostGroups = 32;
/// Executions that are skipped at a time: at most those in a line of bytes.
static constexpr uint64_t MostSkipped = 64;

namespace {

/// Bytes that an access touches, first and last, as an interval of integers.
struct Reach {
  __int128 Begin, End;

  Reach(uint64_t Address, uint32_t Bytes, int64_t Step, uint64_t Count) {
    // Stores are found by words of 4 bytes.
    uint64_t First = Address / 4 * 4;
    uint64_t Last = (Address + Bytes + 3) / 4 * 4;
    __int128 Moved = __int128(Step) * (Count - 1);
    // An address that is not aligned may reach one word more later.
    unsigned Slack = Step % 4 == 0 ? 0 : 4;
    Begin = __int128(First) + std::min<__int128>(Moved, 0) - Slack;
    End = __int128(Last) + std::max<__int128>(Moved, 0) + Slack;
  }
  bool meets(const Reach &R) const { return Begin < R.End && R.Begin < End; }
};

} // namespace

/// Whether a load of a loop reads what a store of it wrote in an execution
/// before, or earlier in the same one.
static bool meets(const AccessSite &Load, uint64_t LoadAddress,
                  const AccessSite &Store, uint64_t StoreAddress, int64_t Step,
                  bool StoreFirst, uint64_t Count) {
  if (!StoreFirst && Count == 1)
    return false;
  // Store executions ahead of the load's, from StoreFirst ? 0 : 1 on.
  uint64_t Nearest = StoreFirst ? 0 : 1;
  Reach Read(LoadAddress, Load.Bytes, Step, 1);
  Reach Written(StoreAddress, Store.Bytes, Step, 1);
  if (Step == 0)
    return Read.meets(Written);
  // The place of the load relative to the store N executions before is that of
  // the same execution and N steps.
  auto Meets = [&](__int128 N) {
    return Read.Begin + N * Step < Written.End &&
           Written.Begin < Read.End + N * Step;
  };
  // The first N from which on the load is beyond the store's begin.
  __int128 Gap = Step > 0 ? Written.Begin - Read.End : Read.Begin - Written.End;
  __int128 Size = Step > 0 ? Step : -__int128(Step);
  __int128 N = Gap < 0 ? 0 : Gap / Size + 1;
  N = std::max<__int128>(N, Nearest);
  return N < Count && Meets(N);
}

/// Finds the accesses that are in one line. False if there are too many, or
/// some that are more than one node.
bool AccessOutcomes::groupSites(ArrayRef<AccessSite> Sites,
                                const uint64_t *Addresses,
                                const uint64_t *Steps) {
  const uint64_t LineBytes = uint64_t(1) << LineShift;
  Groups.clear();
  GroupOf.clear();
  llvm::SmallVector<unsigned, 16> LastSite;
  for (unsigned I = 0; I != Sites.size(); ++I) {
    const AccessSite &Site = Sites[I];
    if (Site.Bytes > Site.NodeBytes)
      return false;
    uint64_t Begin = Addresses[I], End = Begin + Site.Bytes;
    // What no end of a line comes between, whatever the execution, if that is
    // not too little.
    uint64_t Block = Steps[I] & -Steps[I];
    Block = Block < 8 || Block > LineBytes ? LineBytes : Block;
    unsigned G = 0;
    for (; G != Groups.size(); ++G) {
      LineGroup &Group = Groups[G];
      uint64_t From = std::min(Group.Address, Begin);
      uint64_t To = std::max(Group.Address + Group.Span, End);
      if (Group.Step != Steps[I] || From / Block != (To - 1) / Block)
        continue;
      Group.Address = From;
      Group.Span = To - From;
      break;
    }
    if (G == Groups.size()) {
      if (G == MostGroups || Site.Bytes > LineBytes)
        return false;
      Groups.push_back({Begin, Steps[I], Site.Bytes, 0, 0, 0});
      LastSite.push_back(I);
    }
    GroupOf.push_back(G);
    LastSite[G] = I;
  }
  if (GroupOf != LastGroupOf) {
    Grouping = Groupings.try_emplace(GroupOf, Groupings.size()).first->second;
    LastGroupOf = GroupOf;
  }
  LastOrder.clear();
  if (llvm::is_sorted(LastSite))
    return true;
  for (unsigned G = 0; G != Groups.size(); ++G)
    LastOrder.push_back(G);
  llvm::sort(LastOrder,
             [&](uint8_t A, uint8_t B) { return LastSite[A] < LastSite[B]; });
  return true;
}

/// Whether a load of a loop may meet a store before it that is in flight.
bool AccessOutcomes::meetsOlderStores(ArrayRef<AccessSite> Sites,
                                      const uint64_t *Addresses,
                                      const uint64_t *Steps,
                                      uint64_t Count) const {
  if (Stores.Next - Stores.First > MostKept)
    return true;
  for (uint64_t Number = Stores.First; Number != Stores.Next; ++Number) {
    auto [Address, Bytes] = Kept[Number % MostKept];
    Reach Written(Address, Bytes, 0, 1);
    for (size_t I = 0; I != Sites.size(); ++I)
      if (!Sites[I].IsStore &&
          Written.meets(Reach(Addresses[I], Sites[I].Bytes,
                              static_cast<int64_t>(Steps[I]), Count)))
        return true;
  }
  return false;
}

bool AccessOutcomes::beginLoop(ArrayRef<AccessSite> Sites,
                               const uint64_t *Addresses, const uint64_t *Steps,
                               uint64_t Count) {
  if (Sites.size() > MostRepeated || Sets || !SimpleHits || Count < 3 ||
      !groupSites(Sites, Addresses, Steps))
    return false;
  MayStay = llvm::all_of(Groups, [&](const LineGroup &G) {
    return std::min(G.Step, -G.Step) * 2 < uint64_t(1) << LineShift;
  });
  LoopStores = 0;
  FirstOfLoop = Stores.Next;
  MeetsOlder = false;
  if (MemoryDependences && !beginLoopStores(Sites, Addresses, Steps, Count))
    return false;
  beginPast(Sites, Count);
  return true;
}

/// Whether no load of a loop meets a store of it.
bool AccessOutcomes::beginLoopStores(ArrayRef<AccessSite> Sites,
                                     const uint64_t *Addresses,
                                     const uint64_t *Steps, uint64_t Count) {
  for (const AccessSite &Site : Sites)
    LoopStores += Site.IsStore;
  if (LoopStores == Sites.size())
    return true;
  MeetsOlder = meetsOlderStores(Sites, Addresses, Steps, Count);
  if (LoopStores == 0)
    return true;
  for (size_t L = 0; L != Sites.size(); ++L) {
    if (Sites[L].IsStore)
      continue;
    for (size_t S = 0; S != Sites.size(); ++S) {
      if (!Sites[S].IsStore)
        continue;
      int64_t Step = static_cast<int64_t>(Steps[L]);
      if (Steps[S] == Steps[L]
              ? meets(Sites[L], Addresses[L], Sites[S], Addresses[S], Step,
                      S < L, Count)
              : Reach(Addresses[L], Sites[L].Bytes, Step, Count)
                    .meets(Reach(Addresses[S], Sites[S].Bytes,
                                 static_cast<int64_t>(Steps[S]), Count)))
        return false;
    }
  }
  return true;
}

bool AccessOutcomes::decideLoop(OutcomeCode &Key) {
  uint64_t Within = (uint64_t(1) << LineShift) - 1;
  if (LLVM_UNLIKELY(waitsForOlder()))
    return false;
  for (const LineGroup &G : Groups)
    if ((G.Address & Within) + G.Span > Within + 1)
      return false;
  Repeatable = nullptr;
  if (Past.Again) {
    Key.assign(1 + 2 * Groups.size(), 0);
    Key[0] = Grouping;
    for (LineGroup &G : Groups)
      G.Waits = G.Head = G.Number = 0;
    skip(1);
    return true;
  }
  Key.resize_for_overwrite(1 + 2 * Groups.size());
  uint32_t *To = Key.data();
  *To++ = Grouping;
  for (LineGroup &G : Groups) {
    CacheAccess Hit = Lru.access(G.Address >> LineShift);
    uint32_t Head = static_cast<uint32_t>(Hit.Level);
    uint64_t Number = *Hit.Arrival;
    uint32_t Waits =
        Lines.inFlight(Number) ? static_cast<uint32_t>(Lines.Next - Number) : 0;
    if (LLVM_UNLIKELY(Hit.Level != MemoryLevel::L1)) {
      Head |= gap(Hit.Level) << outcome::GapShift;
      Number = *Hit.Arrival = Lines.Next++;
    }
    G.Number = Number;
    Past.Number = std::max(Past.Number, Number);
    *To++ = G.Waits = Waits;
    *To++ = G.Head = Head;
    G.Address += G.Step;
  }
  for (uint8_t G : LastOrder)
    Lru.access((Groups[G].Address - Groups[G].Step) >> LineShift);
  Stores.Next += LoopStores;
  return true;
}

/// Writes what decideNode would write for each access.
void AccessOutcomes::writeLoopCode(OutcomeCode &Code) const {
  Code.clear();
  // Lines numbered so far, and for each group what is to be added to them to
  // get the distance of its line.
  uint32_t Numbered = 0;
  llvm::SmallVector<std::optional<uint32_t>, 8> Distance(Groups.size());
  llvm::SmallVector<bool, 8> Begun(Groups.size());
  for (uint8_t Of : GroupOf) {
    const LineGroup &G = Groups[Of];
    bool First = !std::exchange(Begun[Of], true);
    uint32_t Waits = First          ? G.Waits
                     : Distance[Of] ? *Distance[Of] + Numbered
                                    : 0;
    uint32_t Head = First ? G.Head : 0;
    if (Waits)
      Head |= outcome::WaitsForLines;
    bool Numbers = First && (Head & outcome::LevelMask) != 0;
    if (Numbers)
      Head |= outcome::NumbersLine;
    Code.push_back(Head);
    if (Waits)
      Code.append({Waits, 0});
    if (Numbers)
      Distance[Of] = 1 - ++Numbered;
    else if (First && Waits)
      Distance[Of] = Waits - Numbered;
  }
}

uint64_t AccessOutcomes::staying(uint64_t Left, const InFlight &Now,
                                 OutcomeCode &Key) {
  if (!MayStay && !Past.Again)
    return 0;
  begin(Now);
  if (waitsForOlder())
    return 0;
  Left = std::min(Left, MostSkipped);
  uint32_t LineBytes = 1u << LineShift;
  for (const LineGroup &G : Groups) {
    // The group stands at its next execution.
    uint32_t At = G.Address & (LineBytes - 1);
    int32_t Step = static_cast<int32_t>(G.Step);
    if (Past.Again) {
      Key.push_back(0);
      continue;
    }
    if (G.Address >> LineShift != (G.Address - G.Step) >> LineShift ||
        At + G.Span > LineBytes)
      return 0;
    if (Step > 0)
      Left = std::min<uint64_t>(Left,
                                1 + (LineBytes - At - G.Span) / uint32_t(Step));
    else if (Step < 0)
      Left = std::min<uint64_t>(Left, 1 + At / uint32_t(-Step));
    Key.push_back(Lines.inFlight(G.Number)
                      ? static_cast<uint32_t>(Lines.Next - G.Number)
                      : 0);
  }
  Key.push_back(static_cast<uint32_t>(Left));
  Key.push_back(Grouping);
  return Left;
}

void AccessOutcomes::endLoop(ArrayRef<AccessSite> Sites,
                             const uint64_t *Addresses, const uint64_t *Steps,
                             const InFlight &Now) {
  Past.GoesOn = Past.Again = false;
  if (LoopStores == 0)
    return;
  begin(Now);
  uint64_t First = std::max(Stores.First, FirstOfLoop);
  uint64_t Executions = (Stores.Next - First + LoopStores - 1) / LoopStores;
  uint64_t Number = Stores.Next - Executions * LoopStores;
  for (uint64_t Ago = Executions; Ago-- != 0;)
    for (size_t I = 0; I != Sites.size(); ++I) {
      const AccessSite &Site = Sites[I];
      if (!Site.IsStore)
        continue;
      if (Number >= First)
        store(Addresses[I] - Ago * Steps[I], Site.Bytes, Number, First);
      ++Number;
    }
}
