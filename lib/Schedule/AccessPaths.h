//===- AccessPaths.h - Ports and links of the machine ----------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_SCHEDULE_ACCESSPATHS_H
#define RAFTER_LIB_SCHEDULE_ACCESSPATHS_H

#include "rafter/Schedule/Activity.h"
#include "rafter/Schedule/BandwidthUnit.h"
#include "rafter/Schedule/ThroughputUnit.h"

namespace rafter {

/// When a booking begins, and for how many cycles it holds its unit.
struct Booking {
  Cycle At;
  unsigned Occupancy;
};

/// The units of computation: one for each kind, and what they share.
class ComputePorts {
public:
  explicit ComputePorts(const Processor &CPU);
  /// Books the first cycle from Earliest on in which a computation of channel K
  /// (one of the first five) fits.
  Booking book(Channel K, Cycle Earliest) {
    ThroughputUnit &Kind = Kinds[static_cast<unsigned>(K)];
    Cycle C = Kind.firstFit(Earliest);
    if (Shared.limited()) {
      for (Cycle Next; (Next = Shared.firstFit(C)) != C;)
        C = Kind.firstFit(Next);
      Shared.take(C);
    }
    unsigned Occupancy = Kind.occupancy();
    Kind.take(C);
    return {C, Occupancy};
  }
  void advance(Cycle C);

private:
  std::array<ThroughputUnit, NumComputeKinds> Kinds;
  ThroughputUnit Shared;
};

/// The way of an access: an address generator, then a load or store port
/// together with the link of the level that serves it, and only that one's.
class AccessPaths {
public:
  explicit AccessPaths(const Processor &CPU);
  /// Books an access of channel K (L1Load to Memory) that is ready in cycle
  /// Earliest.
  Booking book(Channel K, bool IsStore, Cycle Earliest, uint32_t Bytes);
  /// Books the transfer of a line that a prefetcher asked for.
  Cycle bookLine(MemoryLevel L, Cycle Earliest);
  void advance(Cycle C);

private:
  /// The link of one level, by line or by bytes.
  struct Link {
    ThroughputUnit Lines;
    BandwidthUnit Bytes;
  };
  Link &link(Channel K) {
    return Links[K <= Channel::L1Store
                     ? 0
                     : static_cast<unsigned>(K) -
                           static_cast<unsigned>(Channel::L1Store)];
  }

  ThroughputUnit Addresses, Loads, Stores;
  std::array<Link, NumMemoryLevels> Links;
  uint32_t LineBytes;
};

} // namespace rafter

#endif // RAFTER_LIB_SCHEDULE_ACCESSPATHS_H
