//===- AccessPaths.h - Ports and links of the machine ----------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_SCHEDULE_ACCESSPATHS_H
#define RAFTER_LIB_SCHEDULE_ACCESSPATHS_H

#include "BandwidthUnit.h"
#include "PortCounters.h"
#include "ThroughputUnit.h"
#include "rafter/Schedule/Activity.h"
#include "llvm/ADT/SmallVector.h"

namespace rafter {

/// When a booking begins, and for how many cycles it holds its unit.
struct Booking {
  Cycle At;
  unsigned Occupancy;
};

/// What an operation needs at once: counted units, and units whose rate is no
/// whole number per cycle.
class PortSet {
public:
  /// Adds a unit that serves Rate operations per cycle. Units that several sets
  /// share have the same Number; Fractions owns those that are not counted.
  void add(PortCounters &Counters, unsigned Number, double Rate,
           std::array<ThroughputUnit, PortCounters::NumUnits> &Fractions);

  /// The first cycle from Earliest on in which everything is free.
  Cycle firstFit(PortCounters &Counters, Cycle Earliest) {
    Cycle C = Counters.firstFit(Counted, Earliest);
    return LLVM_LIKELY(Others.empty()) ? C : fitOthers(Counters, C);
  }
  /// Takes cycle C. Returns for how long the slowest unit is occupied.
  unsigned take(PortCounters &Counters, Cycle C) {
    Counters.take(Counted, C);
    return LLVM_LIKELY(Others.empty()) ? 1 : takeOthers(C);
  }

private:
  Cycle fitOthers(PortCounters &Counters, Cycle C);
  unsigned takeOthers(Cycle C);

  PortCounters::Demand Counted;
  llvm::SmallVector<ThroughputUnit *, 2> Others;
};

/// The units of computation: one for each kind, and what they share.
class ComputePorts {
public:
  explicit ComputePorts(const Processor &CPU);
  ComputePorts(const ComputePorts &) = delete;

  /// Books the first cycle from Earliest on in which a computation of channel K
  /// (one of the first five) fits.
  Booking book(Channel K, Cycle Earliest) {
    PortSet &Set = Kinds[static_cast<unsigned>(K)];
    Cycle C = Set.firstFit(Counters, Earliest);
    return {C, Set.take(Counters, C)};
  }
  void advance(Cycle C);

  /// Whether equal states go on alike, whatever the cycle.
  bool recurs() const;
  void save(StateWriter &W) const;
  void restore(StateReader &R);

private:
  PortCounters Counters;
  std::array<ThroughputUnit, PortCounters::NumUnits> Fractions;
  std::array<PortSet, NumComputeKinds> Kinds;
};

/// The way of an access: an address generator, then a load or store port
/// together with the link of the level that serves it, and only that one's.
class AccessPaths {
public:
  explicit AccessPaths(const Processor &CPU);
  AccessPaths(const AccessPaths &) = delete;

  /// Books an access of channel K (L1Load to Memory) that is ready in cycle
  /// Earliest.
  Booking book(Channel K, bool IsStore, Cycle Earliest, uint32_t Bytes) {
    Cycle C = Addresses.firstFit(Counters, Earliest);
    Addresses.take(Counters, C);
    PortSet &Port = IsStore ? Stores : Loads;
    Link &L = link(K);
    if (LLVM_LIKELY(!L.Limited)) {
      C = Port.firstFit(Counters, C);
      return {C, Port.take(Counters, C)};
    }
    return bookLink(L, Port, C, Bytes);
  }
  /// Books the transfer of a line that a prefetcher asked for.
  Cycle bookLine(MemoryLevel L, Cycle Earliest);
  /// No such transfer takes longer.
  Cycle longest(MemoryLevel L) const;
  void advance(Cycle C);

  /// Whether equal states go on alike, whatever the cycle, if bookings of each
  /// level's link have the same gaps.
  bool recurs() const;
  /// Bookings per cycle of a link whose bookings have gaps; 0 for the others.
  double rateWithGaps(MemoryLevel L) const {
    const ThroughputUnit &Lines = Links[static_cast<unsigned>(L)].Lines;
    return Lines.hasGaps() ? Lines.rate() : 0;
  }
  void save(StateWriter &W) const;
  /// Bookings: of each link with gaps, so far.
  void restore(StateReader &R,
               const std::array<uint64_t, NumMemoryLevels> &Bookings);

private:
  /// The link of one level, by line or by bytes.
  struct Link {
    bool Limited = false;
    ThroughputUnit Lines{Unlimited};
    BandwidthUnit Bytes{Unlimited};
  };
  Link &link(Channel K) {
    return Links[K <= Channel::L1Store
                     ? 0
                     : static_cast<unsigned>(K) -
                           static_cast<unsigned>(Channel::L1Store)];
  }
  Booking bookLink(Link &L, PortSet &Port, Cycle Earliest, uint32_t Bytes);

  PortCounters Counters;
  std::array<ThroughputUnit, PortCounters::NumUnits> Fractions;
  PortSet Addresses, Loads, Stores;
  std::array<Link, NumMemoryLevels> Links;
  uint32_t LineBytes;
};

inline Booking AccessPaths::bookLink(Link &L, PortSet &Port, Cycle Earliest,
                                     uint32_t Bytes) {
  // One of Lines and Bytes has no limit.
  Cycle C = Port.firstFit(Counters, Earliest);
  for (;;) {
    Cycle Free = L.Bytes.firstFit(L.Lines.firstFit(C), Bytes);
    if (Free == C)
      break;
    C = Port.firstFit(Counters, Free);
    if (C == Free)
      break;
  }
  unsigned Occupancy = std::max(L.Lines.occupancy(), L.Bytes.occupancy(Bytes));
  L.Lines.take(C);
  L.Bytes.take(C, Bytes);
  return {C, std::max(Occupancy, Port.take(Counters, C))};
}

} // namespace rafter

#endif // RAFTER_LIB_SCHEDULE_ACCESSPATHS_H
