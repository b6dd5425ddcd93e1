//===- StoreTable.cpp - Dependences through memory ------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Open addressing within a few neighbouring entries; the table grows only as
// far as stores are in flight.
//
//===----------------------------------------------------------------------===//

#include "StoreTable.h"

using namespace rafter;

/// Makes room in a table whose entries for Granule are all in flight.
StoreTable::Entry &StoreTable::insertSlowly(uint64_t Granule, uint64_t First) {
  std::vector<Entry> Old(Entries.size() * 2);
  Old.swap(Entries);
  for (const Entry &E : Old)
    if (E.isLive(First))
      insert(E.Granule, First) = E;
  return insert(Granule, First);
}
