//===- AccessOutcomes.cpp - What accesses meet, before any time -----------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AccessOutcomes.h"
#include "ThroughputUnit.h"
#include "llvm/Support/MathExtras.h"
#include <utility>

using namespace rafter;

static bool hasWays(const Processor &CPU) {
  return std::any_of(CPU.Memory.begin(), CPU.Memory.begin() + NumCacheLevels,
                     [](const auto &M) { return M.Ways != Unlimited; });
}

/// How many lines that are touched one after the other L1 holds in any case.
static uint64_t linesInAnyCase(const Processor &CPU) {
  const MemoryLevelParameters &L1 = CPU.memory(MemoryLevel::L1);
  double Lines = std::min(L1.Ways, L1.Capacity / CPU.LineBytes);
  return static_cast<uint64_t>(std::min(Lines, double(UINT32_MAX)));
}

AccessOutcomes::AccessOutcomes(const Processor &CPU,
                               const SchedulerOptions &Options,
                               const std::array<double, NumMemoryLevels> &Rates)
    : Lru(CPU), Prefetchers(CPU), Prefetches(Prefetchers.enabled()),
      MemoryDependences(Options.MemoryDependences),
      SimpleHits(!Prefetches && Rates[0] == 0),
      LineShift(llvm::Log2_32(CPU.LineBytes)),
      MostRepeated(Options.RepeatedLines ? linesInAnyCase(CPU) : 0),
      Kept(MostKept), Rates(Rates) {
  if (hasWays(CPU) || Prefetches)
    Sets.emplace(CPU);
}

void AccessOutcomes::begin(const InFlight &Now) {
  Lines.begin(Now.Lines, Now.LineTimes);
  Stores.begin(Now.Stores, Now.StoreTimes);
}

/// The number of Line, which Level serves.
uint64_t AccessOutcomes::numberAt(MemoryLevel Level, uint64_t Line) {
  const uint64_t *Number =
      Level == MemoryLevel::Memory ? nullptr : Sets->arrival(Line, Level);
  return Number ? *Number & ~ByPrefetcher : 0;
}

/// Whether nothing has touched Line since it came to L1, or was asked for.
/// Waits for a line that is on its way to where it is found.
bool AccessOutcomes::isFirstTouch(uint64_t Line, const CacheAccess &Hit,
                                  OutcomeCode &Code) {
  if (Hit.Level != MemoryLevel::L1) {
    Lines.wait(numberAt(Hit.Level, Line), Code);
    return true;
  }
  bool First = (*Hit.Arrival & ByPrefetcher) != 0;
  *Hit.Arrival &= ~ByPrefetcher;
  return First;
}

/// The cycles that the next booking takes where they vary.
uint32_t AccessOutcomes::gap(MemoryLevel Level) {
  unsigned L = static_cast<unsigned>(Level);
  return Rates[L] == 0 ? 0 : ThroughputUnit::gap(Rates[L], Bookings[L]++);
}

/// Brings Line to a cache that does not hold it; otherwise returns false.
bool AccessOutcomes::bring(uint64_t Line, MemoryLevel To, OutcomeCode *Code) {
  MemoryLevel From = Sets->probe(Line);
  if (From <= To)
    return false;
  Repeatable = nullptr;
  uint64_t Number = 0;
  if (Code) {
    ++Prefetched[static_cast<unsigned>(From)];
    Code->push_back(static_cast<uint32_t>(From) | gap(From)
                                                      << outcome::GapShift);
    uint64_t WaitsFor = numberAt(From, Line);
    Code->push_back(Lines.inFlight(WaitsFor) ? uint32_t(Lines.Next - WaitsFor)
                                             : 0);
    Number = Lines.Next++;
  }
  *Sets->access(Line, To).Arrival =
      To == MemoryLevel::L1 ? Number | ByPrefetcher : Number;
  return true;
}

/// Brings the lines that the prefetchers want because of T; without Code they
/// are there at once and are not counted.
void AccessOutcomes::prefetch(const StreamPrefetchers::Touch &T, uint64_t Ahead,
                              OutcomeCode *Code) {
  Prefetchers.observe(
      T, Ahead, [&](uint64_t L) { return bring(L, MemoryLevel::L1, Code); },
      [&](uint64_t L) { return bring(L, MemoryLevel::L2, Code); });
}

/// Puts a store into the table, or lets a load wait for the stores to its
/// bytes.
template <bool IsStore>
inline uint32_t AccessOutcomes::meetStores(uint64_t Address, uint32_t Bytes,
                                           OutcomeCode &Code) {
  if (!MemoryDependences)
    return 0;
  if (IsStore) {
    store(Address, Bytes, Stores.Next++, Stores.First);
    return 0;
  }
  if (Stores.First == Stores.Next)
    return 0;
  size_t Begin = Code.size();
  Table.find(Address, Bytes, Stores.First,
             [&](uint64_t Number) { Stores.wait(Number, Code); });
  if (LLVM_LIKELY(Code.size() == Begin))
    return 0;
  Code.push_back(0);
  return outcome::WaitsForStores;
}

template <bool IsStore>
inline void AccessOutcomes::decideNode(uint64_t Address, uint32_t Bytes,
                                       uint64_t Ahead, OutcomeCode &Code) {
  uint64_t Line = Address >> LineShift;
  uint64_t LastLine = (Address + Bytes - 1) >> LineShift;
  size_t Head = Code.size();
  Code.push_back(0);
  CacheAccess Hit = touch(Line);
  NodeLine = LastLine == Line ? Line : NoLine;
  NodeNumber = *Hit.Arrival;
  if (LLVM_LIKELY(SimpleHits && LastLine == Line &&
                  Hit.Level == MemoryLevel::L1 &&
                  !Lines.inFlight(NodeNumber))) {
    if (uint32_t Waits = meetStores<IsStore>(Address, Bytes, Code))
      Code[Head] = Waits;
    return;
  }
  bool First = false, LastFirst = false;
  if (Prefetches)
    First = isFirstTouch(Line, Hit, Code);
  NodeNumber = *Hit.Arrival;
  Lines.wait(NodeNumber, Code);
  MemoryLevel Level = Hit.Level, LastLevel = Hit.Level;
  if (LLVM_UNLIKELY(LastLine != Line)) {
    CacheAccess Second = touch(LastLine);
    if (Prefetches)
      LastFirst = isFirstTouch(LastLine, Second, Code);
    LastLevel = Second.Level;
    Level = std::max(Level, LastLevel);
    Lines.wait(*Second.Arrival, Code);
  }
  uint32_t Bits = static_cast<uint32_t>(Level);
  if (Code.size() != Head + 1) {
    Bits |= outcome::WaitsForLines;
    Code.push_back(0);
  }
  Bits |= meetStores<IsStore>(Address, Bytes, Code);
  Bits |= gap(Level) << outcome::GapShift;
  if (Level != MemoryLevel::L1) {
    // The lines that missed arrive with the data. Where there are two, their
    // entries may have moved: look them up again, in the same order.
    uint64_t Number = NodeNumber = Lines.Next++;
    Bits |= outcome::NumbersLine;
    bool One = LLVM_LIKELY(LastLine == Line);
    uint64_t *Arrival = One ? Hit.Arrival : touch(Line).Arrival;
    if (Hit.Level != MemoryLevel::L1)
      *Arrival = Number;
    if (!One) {
      Arrival = touch(LastLine).Arrival;
      if (LastLevel != MemoryLevel::L1)
        *Arrival = Number;
    }
  }
  if (Prefetches) {
    size_t Begin = Code.size();
    prefetch({Line, IsStore, Hit.Level != MemoryLevel::L1, First}, Ahead,
             &Code);
    if (LastLine != Line)
      prefetch({LastLine, IsStore, LastLevel != MemoryLevel::L1, LastFirst},
               NoLine, &Code);
    Bits |= static_cast<uint32_t>((Code.size() - Begin) / 2)
            << outcome::PrefetchShift;
  }
  Code[Head] = Bits;
}

template <bool IsStore>
inline void AccessOutcomes::decideAll(AccessSite &Site, uint64_t Address,
                                      OutcomeCode &Code) {
  // What is wider than the machine is one access to the stride prefetcher.
  uint64_t Ahead = Site.Ahead;
  uint64_t Begin = Address >> LineShift;
  uint32_t Left = Site.Bytes;
  for (; Left > Site.NodeBytes; Left -= Site.NodeBytes) {
    decideNode<IsStore>(Address, Site.NodeBytes, std::exchange(Ahead, NoLine),
                        Code);
    Address += Site.NodeBytes;
  }
  decideNode<IsStore>(Address, Left, Ahead, Code);
  Site.Line = NodeLine;
  Site.Number = NodeNumber;
  if (NodeLine != Begin)
    Repeatable = nullptr;
}

/// An access that hits L1 and changes nothing there.
template <bool IsStore>
inline void AccessOutcomes::repeat(const AccessSite &Site, uint64_t Address,
                                   OutcomeCode &Code) {
  for (uint32_t Left = Site.Bytes;;) {
    size_t Head = Code.size();
    Code.push_back(0);
    uint32_t Bits = gap(MemoryLevel::L1) << outcome::GapShift;
    if (Lines.inFlight(Site.Number)) {
      Lines.wait(Site.Number, Code);
      Code.push_back(0);
      Bits |= outcome::WaitsForLines;
    }
    uint32_t Bytes = std::min(Left, Site.NodeBytes);
    Bits |= meetStores<IsStore>(Address, Bytes, Code);
    Code[Head] = Bits;
    if (Left == Bytes)
      return;
    Left -= Bytes;
    Address += Bytes;
  }
}

/// Whether all accesses go to the lines that they went to last time.
inline bool AccessOutcomes::repeats(llvm::ArrayRef<AccessSite> Sites,
                                    const uint64_t *Addresses) const {
  if (Repeatable != Sites.data())
    return false;
  for (const AccessSite &Site : Sites) {
    uint64_t Address = *Addresses++;
    if (Address >> LineShift != Site.Line ||
        (Address + Site.Bytes - 1) >> LineShift != Site.Line ||
        Site.Ahead != NoLine)
      return false;
  }
  return true;
}

[[gnu::flatten]] void
AccessOutcomes::decide(llvm::MutableArrayRef<AccessSite> Sites,
                       const uint64_t *Addresses, OutcomeCode &Code) {
  if (Sites.empty())
    return;
  // The stride prefetcher sees addresses only.
  for (size_t I = 0; I != Sites.size(); ++I)
    Sites[I].Ahead = Prefetches && !Sites[I].IsStore
                         ? Prefetchers.load(Sites[I].Operation, Addresses[I])
                         : NoLine;
  if (Past.Sites)
    noteBetween(Sites, Addresses);
  if (repeats(Sites, Addresses)) {
    for (const AccessSite &Site : Sites) {
      if (Site.IsStore)
        repeat<true>(Site, *Addresses++, Code);
      else
        repeat<false>(Site, *Addresses++, Code);
    }
    return;
  }
  Repeatable = Sites.size() <= MostRepeated ? Sites.data() : nullptr;
  for (AccessSite &Site : Sites) {
    if (Site.IsStore)
      decideAll<true>(Site, *Addresses++, Code);
    else
      decideAll<false>(Site, *Addresses++, Code);
  }
}

void AccessOutcomes::warm(const AccessSite &Site, uint64_t Address) {
  Repeatable = nullptr;
  forgetLoop();
  OutcomeCode Ignored;
  uint64_t Ahead = NoLine;
  if (!Site.IsStore && Prefetches)
    Ahead = Prefetchers.load(Site.Operation, Address);
  uint32_t Bytes = Site.NodeBytes, Left = Site.Bytes;
  for (uint64_t A = Address; Left != 0; A += Bytes) {
    Bytes = std::min(Bytes, Left);
    Left -= Bytes;
    uint64_t Last = (A + Bytes - 1) >> LineShift;
    for (uint64_t Line = A >> LineShift; Line <= Last; ++Line) {
      CacheAccess Hit = touch(Line);
      if (!Prefetches)
        continue;
      bool First = isFirstTouch(Line, Hit, Ignored);
      prefetch({Line, Site.IsStore, Hit.Level != MemoryLevel::L1, First},
               std::exchange(Ahead, NoLine), nullptr);
    }
  }
}
