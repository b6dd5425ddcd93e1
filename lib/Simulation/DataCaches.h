//===- DataCaches.h - Where accesses are served from ------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The levels of Memory with the core's prefetchers, and the slots in which the
// arrivals of lines in flight are kept. Stores allocate lines like loads.
// Lines written back are not modelled: they cost no bandwidth.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_SIMULATION_DATACACHES_H
#define RAFTER_LIB_SIMULATION_DATACACHES_H

#include "FillSets.h"
#include "Outcome.h"
#include "rafter/Memory/SetAssociativeHierarchy.h"
#include "rafter/Memory/StreamPrefetchers.h"
#include <array>
#include <optional>
#include <utility>

namespace rafter {

class DataCaches {
public:
  explicit DataCaches(const Processor &CPU);

  /// Nothing is in flight any more; the caches stay as they are.
  void forgetFlights() {
    Sequence += OutcomeModel::NumLineSlots;
    Sets.clear();
  }
  /// The slot that was taken last.
  uint16_t lastSlot() const { return Sequence % OutcomeModel::NumLineSlots; }

  /// The line was used, and prefetchers saw it; nothing is on its way because
  /// of that.
  void restore(LineUse L);
  /// All lines of an access were used; prefetchers did not see it.
  void touch(uint64_t Address, uint32_t Bytes, bool IsStore) {
    for (uint64_t Line = Address >> LineShift,
                  Last = (Address + Bytes - 1) >> LineShift;
         Line <= Last; ++Line) {
      *Caches.access(Line).Arrival = 0;
      if (IsStore)
        Caches.markDirty(Line);
    }
  }
  /// What that has written back is nothing of the program's.
  void forgetWriteBacks() { Caches.takeWriteBacks(); }

  /// Serves one access: sets A's Level, Prefetched, Line and Awaits, and
  /// appends what the prefetchers fetch because of it. Now counts executed
  /// instructions. Returns whether it crosses a line.
  bool access(uint32_t Operand, uint64_t Address, uint32_t Bytes, uint64_t Now,
              AccessOutcome &A, std::vector<PrefetchOutcome> &Prefetches) {
    uint64_t Line = Address >> LineShift;
    uint64_t Last = (Address + Bytes - 1) >> LineShift;
    CacheAccess C = Caches.access(Line);
    if (A.IsStore)
      Caches.markDirty(Line);
    uint64_t Ahead = Prefetchers.enabled() && !A.IsStore
                         ? Prefetchers.load(Operand, Address)
                         : StreamPrefetchers::None;
    if (LLVM_LIKELY(C.Level == MemoryLevel::L1 && *C.Arrival == 0 &&
                    Ahead == StreamPrefetchers::None && Line == Last)) {
      A.Level = MemoryLevel::L1;
      return false;
    }
    this->Now = Now;
    LineAhead = Ahead;
    resolve(Line, C, Ahead, A, Prefetches);
    for (uint64_t Next = Line + 1; Next <= Last; ++Next)
      cross(Next, A, Prefetches);
    A.WriteBacks = Caches.takeWriteBacks();
    return Line != Last;
  }

  /// Counts all that changes what the caches hold, what is on its way, and what
  /// prefetchers know but strides.
  uint64_t changes() const { return Sequence + Arrivals; }
  template <class Function> void visitState(Function Visit) const {
    Visit(changes());
    Prefetchers.visitStrides(Visit);
  }

  /// An address in the line that the stride prefetcher followed a load to since
  /// the last call, whose page it looked up; none: it did not.
  std::optional<uint64_t> takeAhead() {
    uint64_t Line = std::exchange(LineAhead, StreamPrefetchers::None);
    if (LLVM_LIKELY(Line == StreamPrefetchers::None))
      return std::nullopt;
    return Line << LineShift;
  }

private:
  /// What the caches keep beside a line: the number of the flight that brings
  /// it, where it was, and, until it is touched, that a prefetcher asked for
  /// it. 0: nothing.
  using FlightWord = uint64_t;
  static constexpr FlightWord ByPrefetcher = 4;
  static constexpr unsigned FlightShift = 3;
  /// A line has arrived when so many instructions were executed since: several
  /// times what any core holds in flight.
  static constexpr uint64_t LongestFlight = 8192;

  static MemoryLevel origin(FlightWord W) {
    return static_cast<MemoryLevel>(W & 3);
  }
  static uint32_t slot(FlightWord W) {
    return (W >> FlightShift) % OutcomeModel::NumLineSlots;
  }
  bool flying(FlightWord W) const {
    return Sequence - (W >> FlightShift) < OutcomeModel::NumLineSlots &&
           Now - Departures[slot(W)] < LongestFlight;
  }
  FlightWord depart(MemoryLevel From);
  /// Whether the line of W, which is flying, may well not be there yet when an
  /// instruction that is executed now issues.
  bool arriving(FlightWord W) const {
    return Now - Departures[slot(W)] <
           FlightInstructions[static_cast<unsigned>(origin(W))];
  }
  /// Another load waits for the line of W: whether it is served by the fill.
  bool servedByFill(FlightWord W) {
    return ServedByFill != 0 && ++Waiters[slot(W)] <= ServedByFill;
  }
  uint32_t awaited(uint64_t Line, MemoryLevel Level);
  void resolve(uint64_t Line, CacheAccess C, uint64_t Ahead, AccessOutcome &A,
               std::vector<PrefetchOutcome> &Prefetches);
  void cross(uint64_t Line, AccessOutcome &A,
             std::vector<PrefetchOutcome> &Prefetches);
  bool bringToL1(uint64_t Line, std::vector<PrefetchOutcome> &Prefetches);
  bool bringToL2(uint64_t Line, std::vector<PrefetchOutcome> &Prefetches);

  SetAssociativeHierarchy Caches;
  StreamPrefetchers Prefetchers;
  FillSets Sets;
  unsigned LineShift;
  uint64_t LineAhead = StreamPrefetchers::None;
  uint64_t Now = 0;
  /// The number of the last flight.
  uint64_t Sequence;
  /// Uses of lines that were on their way.
  uint64_t Arrivals = 0;
  /// Instructions that rename can deliver during the latency of each level.
  std::array<uint64_t, NumMemoryLevels> FlightInstructions = {};
  /// Loads that are served in the time that a line takes to be written to L1.
  uint32_t ServedByFill;
  /// Loads that wait for the line of each flight.
  std::vector<uint32_t> Waiters;
  /// When the flight of each slot began, in executed instructions.
  std::vector<uint64_t> Departures;
};

} // namespace rafter

#endif // RAFTER_LIB_SIMULATION_DATACACHES_H
