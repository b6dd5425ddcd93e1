//===- AccessOutcomes.h - What accesses meet, before any time ---*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which level serves an access, for which lines on their way and which stores
// in flight it waits, and what the prefetchers fetch because of it follow from
// the order of accesses alone. This decides them, with caches, prefetchers and
// the table of stores, and writes them down as words: lines that come from
// beyond L1 and stores have numbers, and whoever waits for one says how many
// numbers ago that was. The machine gives the numbers times.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_SCHEDULE_ACCESSOUTCOMES_H
#define RAFTER_LIB_SCHEDULE_ACCESSOUTCOMES_H

#include "PreparedOperation.h"
#include "StoreTable.h"
#include "rafter/Memory/LruHierarchy.h"
#include "rafter/Memory/SetAssociativeHierarchy.h"
#include "rafter/Memory/StreamPrefetchers.h"
#include "rafter/Schedule/Scheduler.h"
#include "llvm/ADT/SmallVector.h"
#include <map>
#include <optional>

namespace rafter {

/// The words of some accesses. Each node of one has a head, then the distances
/// of the lines and of the stores that it waits for, each list with a 0 behind
/// it, then two words for each line that is prefetched: its level and gap, and
/// the distance of the line for which it waits, or 0.
using OutcomeCode = llvm::SmallVector<uint32_t, 64>;

/// The parts of a head.
namespace outcome {
/// The level that serves the node, and the same of a prefetched line.
inline constexpr uint32_t LevelMask = 3;
/// It gives a line a number.
inline constexpr uint32_t NumbersLine = 1 << 2;
inline constexpr uint32_t WaitsForLines = 1 << 3;
inline constexpr uint32_t WaitsForStores = 1 << 4;
/// How many lines are prefetched.
inline constexpr unsigned PrefetchShift = 5;
inline constexpr uint32_t PrefetchMask = 31;
/// For how long it occupies the link of its level, where that varies.
inline constexpr unsigned GapShift = 10;
} // namespace outcome

/// The last lines and stores that may be in flight.
struct InFlight {
  /// So many of each.
  uint32_t Lines = 0, Stores = 0;
  /// Two bytes each, 0 for those that are not; null if that is not known.
  const uint8_t *LineTimes = nullptr, *StoreTimes = nullptr;
};

/// A load or store of the table.
struct AccessSite {
  AccessSite(uint32_t Operation, const PreparedOperation &P)
      : Operation(Operation), Bytes(uint32_t(P.Elements) * P.ElementBytes),
        NodeBytes(uint32_t(P.Lanes) * P.ElementBytes),
        IsStore(P.Kind == OperationKind::Store) {}

  uint32_t Operation;
  /// All of it, and of one node at most.
  uint32_t Bytes, NodeBytes;
  bool IsStore;
  /// Of its last execution, valid while accesses repeat: the line, when that
  /// came, and what the stride prefetcher wants this time.
  uint64_t Line = 0, Number = 0, Ahead = 0;
};

class AccessOutcomes {
public:
  /// Rates: bookings per cycle of the link of each level if bookings have
  /// gaps, otherwise 0.
  AccessOutcomes(const Processor &CPU, const SchedulerOptions &Options,
                 const std::array<double, NumMemoryLevels> &Rates);

  /// What is in flight before the accesses that follow.
  void begin(const InFlight &Now);

  /// Appends the outcomes of executed accesses, for each of which there is an
  /// address. Where the same sites come again with the lines that they had, all
  /// hit L1 and leave the order of lines as it is: the caches are not asked.
  void decide(llvm::MutableArrayRef<AccessSite> Sites,
              const uint64_t *Addresses, OutcomeCode &Code);
  /// Begins a loop of Count executions of Sites, whose addresses advance by
  /// Steps. Returns whether decideLoop may be called for them.
  bool beginLoop(llvm::ArrayRef<AccessSite> Sites, const uint64_t *Addresses,
                 const uint64_t *Steps, uint64_t Count);
  /// Decides the next execution and sets Key to what tells its outcomes from
  /// those of others. False, with nothing done, if decide has to be called.
  bool decideLoop(OutcomeCode &Key);
  /// The outcomes of the execution that decideLoop decided.
  void writeLoopCode(OutcomeCode &Code) const;
  /// Behind decideLoop: how many more executions go on in the same lines, of
  /// Left at most. Their outcomes follow from what is in flight (Now) and from
  /// Key.
  uint64_t staying(uint64_t Left, const InFlight &Now, OutcomeCode &Key);
  /// So many executions are behind the last one that was decided by decideLoop.
  void passLoop(uint64_t Executions) {
    for (LineGroup &G : Groups)
      G.Address += Executions * G.Step;
  }
  /// So many executions are not decided.
  void skip(uint64_t Executions) {
    Stores.Next += Executions * LoopStores;
    Past.Left += Executions;
    passLoop(Executions);
  }
  /// The loop ends. Addresses: of its last execution; Now: what is in flight
  /// behind it.
  void endLoop(llvm::ArrayRef<AccessSite> Sites, const uint64_t *Addresses,
               const uint64_t *Steps, const InFlight &Now);
  /// The sites lie elsewhere from now on.
  void moveSites() {
    Repeatable = nullptr;
    forgetLoop();
  }

  /// Only moves the lines of an access through the caches.
  void warm(const AccessSite &Site, uint64_t Address);

  /// Bookings so far of each link with gaps.
  const std::array<uint64_t, NumMemoryLevels> &bookings() const {
    return Bookings;
  }
  /// Lines that were prefetched from each level.
  const std::array<uint64_t, NumMemoryLevels> &prefetchedLines() const {
    return Prefetched;
  }

private:
  static constexpr uint64_t NoLine = StreamPrefetchers::None;
  /// Added to the number of a line in L1 that nothing has touched since a
  /// prefetcher asked for it.
  static constexpr uint64_t ByPrefetcher = uint64_t(1) << 63;

  /// Numbers of one kind.
  struct Numbers {
    /// The next one; 0 stands for what is not in flight.
    uint64_t Next = 1;
    /// The first one that may be in flight, and the first one whose time is
    /// not known.
    uint64_t First = 1, Unknown = 1;
    const uint8_t *Times = nullptr;

    void begin(uint32_t Count, const uint8_t *KnownTimes) {
      First = Next - Count;
      Unknown = KnownTimes ? Next : First;
      Times = KnownTimes;
    }
    bool inFlight(uint64_t Number) const {
      return Number >= First &&
             (Number >= Unknown ||
              (Times[2 * (Number - First)] | Times[2 * (Number - First) + 1]));
    }
    void wait(uint64_t Number, OutcomeCode &Code) const {
      if (inFlight(Number))
        Code.push_back(static_cast<uint32_t>(Next - Number));
    }
  };

  CacheAccess touch(uint64_t Line) {
    return Sets ? Sets->access(Line) : Lru.access(Line);
  }
  template <bool IsStore>
  void decideNode(uint64_t Address, uint32_t Bytes, uint64_t Ahead,
                  OutcomeCode &Code);
  template <bool IsStore>
  void decideAll(AccessSite &Site, uint64_t Address, OutcomeCode &Code);
  template <bool IsStore>
  void repeat(const AccessSite &Site, uint64_t Address, OutcomeCode &Code);
  bool repeats(llvm::ArrayRef<AccessSite> Sites,
               const uint64_t *Addresses) const;
  void store(uint64_t Address, uint32_t Bytes, uint64_t Number,
             uint64_t First) {
    Table.store(Address, Bytes, Number, First);
    Kept[Number % MostKept] = {Address, Bytes};
  }
  template <bool IsStore>
  uint32_t meetStores(uint64_t Address, uint32_t Bytes, OutcomeCode &Code);
  uint64_t numberAt(MemoryLevel Level, uint64_t Line);
  bool isFirstTouch(uint64_t Line, const CacheAccess &Hit, OutcomeCode &Code);
  void prefetch(const StreamPrefetchers::Touch &T, uint64_t Ahead,
                OutcomeCode *Code);
  bool bring(uint64_t Line, MemoryLevel To, OutcomeCode *Code);
  uint32_t gap(MemoryLevel Level);

  LruHierarchy Lru;
  /// Where there are ways, or lines that are prefetched to L2 only.
  std::optional<SetAssociativeHierarchy> Sets;
  StreamPrefetchers Prefetchers;
  bool Prefetches, MemoryDependences;
  /// Whether an access that hits L1 needs no more looking after.
  bool SimpleHits;
  unsigned LineShift;
  /// So many lines, touched one after the other, are all in L1 then; 0 if that
  /// shall not be used.
  uint64_t MostRepeated;
  /// What was decided last, if the next execution may repeat it: nothing came
  /// between, and nothing was prefetched.
  const AccessSite *Repeatable = nullptr;
  /// The line that the last node touched and its number, if it was one only.
  uint64_t NodeLine = NoLine, NodeNumber = 0;
  StoreTable Table;
  Numbers Lines, Stores;

  /// Accesses of a loop that are in one line in each execution.
  struct LineGroup {
    /// The lowest one of the next execution.
    uint64_t Address, Step;
    /// Bytes from there to the end of the highest one.
    uint32_t Span;
    /// Of the last execution: the line that its first access waited for, the
    /// level and gap, and the line's number.
    uint32_t Waits, Head;
    uint64_t Number;
  };
  /// Whether a load of the loop may wait for stores before it.
  bool waitsForOlder() const {
    return MeetsOlder && Stores.First != Stores.Next &&
           Stores.First < FirstOfLoop;
  }
  bool meetsOlderStores(llvm::ArrayRef<AccessSite> Sites,
                        const uint64_t *Addresses, const uint64_t *Steps,
                        uint64_t Count) const;
  bool beginLoopStores(llvm::ArrayRef<AccessSite> Sites,
                       const uint64_t *Addresses, const uint64_t *Steps,
                       uint64_t Count);
  bool groupSites(llvm::ArrayRef<AccessSite> Sites, const uint64_t *Addresses,
                  const uint64_t *Steps);
  using LineGroups = llvm::SmallVector<LineGroup, 8>;
  void touchPast(uint64_t Executions);
  void beginPast(llvm::ArrayRef<AccessSite> Sites, uint64_t Count);
  bool comesAgain(llvm::ArrayRef<AccessSite> Sites, uint64_t Count) const;
  void noteBetween(llvm::ArrayRef<AccessSite> Sites, const uint64_t *Addresses);
  void catchUp();
  void forgetLoop() {
    catchUp();
    Past.Sites = nullptr;
    Past.Since.assign(1, NoLine);
  }
  /// In the order of their first accesses, and in that of their last ones if
  /// that is another one.
  LineGroups Groups;
  llvm::SmallVector<uint8_t, 8> LastOrder;
  /// The group of each site, and the number of this grouping.
  llvm::SmallVector<uint8_t, 16> GroupOf, LastGroupOf;
  uint32_t Grouping = 0;
  std::map<llvm::SmallVector<uint8_t, 16>, uint32_t> Groupings;
  /// Of the loop: its first store, and how many each execution has.
  uint64_t FirstOfLoop = 0, LoopStores = 0;
  /// Whether its loads may meet stores before it.
  bool MeetsOlder = false;
  /// Whether executions may stay in their lines.
  bool MayStay = false;
  /// The last loop whose executions were all decided by decideLoop. Where it
  /// comes again with the same lines, and the same lines between, all are in L1
  /// and have the order that they had, so that they are not touched.
  struct PastLoop {
    /// Null if there is none.
    const AccessSite *Sites = nullptr;
    uint64_t Count = 0;
    uint32_t Grouping = 0;
    LineGroups Groups;
    llvm::SmallVector<uint8_t, 8> LastOrder;
    /// The greatest number of a line of it.
    uint64_t Number = 0;
    /// The lines touched before it, since the loop before it, and since then;
    /// NoLine if they are not known.
    llvm::SmallVector<uint64_t, 32> Before, Since = {NoLine};
    /// It goes on, has come again, and so many of its executions are left out;
    /// whether it was left out at all since it was touched.
    bool GoesOn = false, Again = false;
    uint64_t Left = 0;
    bool LeftOut = false;
  };
  PastLoop Past;
  /// The last stores, by their numbers: address and bytes.
  static constexpr uint64_t MostKept = 256;
  std::vector<std::pair<uint64_t, uint32_t>> Kept;
  std::array<double, NumMemoryLevels> Rates;
  std::array<uint64_t, NumMemoryLevels> Bookings = {}, Prefetched = {};
};

} // namespace rafter

#endif // RAFTER_LIB_SCHEDULE_ACCESSOUTCOMES_H
