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

#include "rafter/Schedule/StoreTable.h"
#include <algorithm>

using namespace rafter;

size_t StoreTable::find(uint64_t Granule) const {
  size_t Mask = Entries.size() - 1;
  size_t Slot = (Granule * 0x9E3779B97F4A7C15u >> 32) & Mask;
  while (Entries[Slot].Granule != 0 && Entries[Slot].Granule != Granule)
    Slot = (Slot + 1) & Mask;
  return Slot;
}

/// Calls Visit(granule, half) for every word of 4 bytes that is touched.
template <typename Function>
static void forEachWord(uint64_t Address, uint32_t Bytes, Function Visit) {
  uint64_t Last = (Address + Bytes - 1) / 4;
  for (uint64_t Word = Address / 4; Word <= Last; ++Word)
    Visit(Word / 2 + 1, Word % 2);
}

Cycle StoreTable::ready(uint64_t Address, uint32_t Bytes) const {
  Cycle Ready = 0;
  forEachWord(Address, Bytes, [&](uint64_t Granule, unsigned Half) {
    Ready = std::max(Ready, Entries[find(Granule)].Done[Half]);
  });
  return Ready;
}

void StoreTable::store(uint64_t Address, uint32_t Bytes, Cycle Done,
                       Cycle Now) {
  if ((Count + Bytes / 8 + 2) * 2 > Entries.size())
    clean(Now, Bytes);
  forEachWord(Address, Bytes, [&](uint64_t Granule, unsigned Half) {
    Entry &E = Entries[find(Granule)];
    if (E.Granule == 0) {
      E.Granule = Granule;
      ++Count;
    }
    E.Done[Half] = Done;
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
