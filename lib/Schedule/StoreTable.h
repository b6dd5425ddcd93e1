//===- StoreTable.h - Dependences through memory ---------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_SCHEDULE_STORETABLE_H
#define RAFTER_LIB_SCHEDULE_STORETABLE_H

#include "CycleRing.h"

namespace rafter {

/// When the last store to each word in flight completes. Words are 4 bytes;
/// what has completed is forgotten.
class StoreTable {
public:
  StoreTable() : Entries(256) {}

  /// The cycle from which on a load of these bytes finds its data; 0 if no
  /// store to them is in flight.
  Cycle ready(uint64_t Address, uint32_t Bytes) const;

  /// A store of these bytes completes in cycle Done; Now is the oldest cycle
  /// that still matters.
  void store(uint64_t Address, uint32_t Bytes, Cycle Done, Cycle Now);

private:
  struct Entry {
    /// Address of the granule of 8 bytes divided by 8, plus 1; 0 is free.
    uint64_t Granule = 0;
    /// For each half of the granule.
    Cycle Done[2] = {0, 0};
  };
  size_t find(uint64_t Granule) const;
  void clean(Cycle Now, uint32_t Bytes);

  std::vector<Entry> Entries;
  size_t Count = 0;
};

} // namespace rafter

#endif // RAFTER_LIB_SCHEDULE_STORETABLE_H
