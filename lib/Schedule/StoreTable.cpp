//===- StoreTable.cpp - Dependences through memory ------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Open addressing; the table grows only as far as stores are in flight.
//
//===----------------------------------------------------------------------===//

#include "StoreTable.h"
#include <algorithm>

using namespace rafter;

size_t StoreTable::find(uint64_t Granule) const {
  size_t Mask = Entries.size() - 1;
  size_t Slot = (Granule * 0x9E3779B97F4A7C15u >> 32) & Mask;
  while (Entries[Slot].Granule != 0 && Entries[Slot].Granule != Granule)
    Slot = (Slot + 1) & Mask;
  return Slot;
}

/// Calls Visit(granule, halves) for every granule of 8 bytes that is touched;
/// bit h of halves says whether half h is.
template <typename Function>
static void forEachGranule(uint64_t Address, uint32_t Bytes, Function Visit) {
  uint64_t FirstWord = Address / 4, LastWord = (Address + Bytes - 1) / 4;
  for (uint64_t Granule = FirstWord / 2; Granule <= LastWord / 2; ++Granule) {
    unsigned Halves = 3;
    if (2 * Granule < FirstWord)
      Halves &= 2;
    if (2 * Granule + 1 > LastWord)
      Halves &= 1;
    Visit(Granule + 1, Halves);
  }
}

Cycle StoreTable::ready(uint64_t Address, uint32_t Bytes) const {
  Cycle Ready = 0;
  forEachGranule(Address, Bytes, [&](uint64_t Granule, unsigned Halves) {
    const Entry &E = Entries[find(Granule)];
    if (Halves & 1)
      Ready = std::max(Ready, E.Done[0]);
    if (Halves & 2)
      Ready = std::max(Ready, E.Done[1]);
  });
  return Ready;
}

void StoreTable::store(uint64_t Address, uint32_t Bytes, Cycle Done,
                       Cycle Now) {
  if ((Count + Bytes / 8 + 2) * 2 > Entries.size())
    clean(Now, Bytes);
  forEachGranule(Address, Bytes, [&](uint64_t Granule, unsigned Halves) {
    Entry &E = Entries[find(Granule)];
    if (E.Granule == 0) {
      E.Granule = Granule;
      ++Count;
    }
    if (Halves & 1)
      E.Done[0] = Done;
    if (Halves & 2)
      E.Done[1] = Done;
  });
}

/// Drops completed stores and makes room for one of Bytes more.
void StoreTable::clean(Cycle Now, uint32_t Bytes) {
  std::vector<Entry> Old;
  Old.swap(Entries);
  size_t Live = std::count_if(Old.begin(), Old.end(), [&](const Entry &E) {
    return E.Done[0] > Now || E.Done[1] > Now;
  });
  size_t Size = 256;
  while (Size < Live * 4 + Bytes + 64)
    Size *= 2;
  Entries.resize(Size);
  Count = Live;
  for (const Entry &E : Old)
    if (E.Done[0] > Now || E.Done[1] > Now)
      Entries[find(E.Granule)] = E;
}
