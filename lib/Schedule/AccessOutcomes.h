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
  /// The sites lie elsewhere from now on.
  void moveSites() { Repeatable = nullptr; }

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
  std::array<double, NumMemoryLevels> Rates;
  std::array<uint64_t, NumMemoryLevels> Bookings = {}, Prefetched = {};
};

} // namespace rafter

#endif // RAFTER_LIB_SCHEDULE_ACCESSOUTCOMES_H
