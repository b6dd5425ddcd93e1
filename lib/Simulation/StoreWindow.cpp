//===- StoreWindow.cpp - Which store a load takes its value from ----------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StoreWindow.h"
#include "llvm/Support/MathExtras.h"

using namespace rafter;

static unsigned depthOf(const Processor &CPU, unsigned Most) {
  double Slots = CPU.buffer(BufferKind::StoreBuffer);
  return Slots < Most ? std::max(1u, static_cast<unsigned>(Slots)) : Most;
}

StoreWindow::StoreWindow(const Processor &CPU)
    : Depth(depthOf(CPU, MaxStores)),
      Renames(CPU.Core.MemoryRenamingLatency >= 0),
      ByDistance(CPU.Core.RenamesByDistance), Aliases(CPU.Core.Aliasing > 0),
      LastAtPlace(Aliases ? PlacesOfPage : 0), Ring(llvm::PowerOf2Ceil(Depth)),
      RingMask(Ring.size() - 1), Heads(1u << LogHeads, 0), Begin(MaxStores),
      Count(MaxStores) {}

/// The youngest store of a granule's list, from Item on, that overlaps the
/// bytes; 0 if none does.
uint64_t StoreWindow::find(uint64_t Item, uint64_t Oldest, uint64_t Address,
                           uint32_t Bytes) const {
  while (Item >= Oldest * MaxGranules) {
    uint64_t Number = Item / MaxGranules;
    const Record &R = Ring[Number & RingMask];
    if (R.Address < Address + Bytes && Address < R.Address + R.Bytes)
      return Number;
    Item = R.Previous[Item % MaxGranules];
  }
  return 0;
}

bool StoreWindow::forward(uint64_t Store, uint64_t Address, uint32_t Bytes,
                          uint32_t Form, AccessOutcome &A) const {
  const Record &R = Ring[Store & RingMask];
  A.StoreDistance = Count - Store;
  A.Partial = Address < R.Address || Address + Bytes > R.Address + R.Bytes;
  A.Renamed = Renames && !A.Partial && Form != 0 && R.Form != 0 &&
              (ByDistance || Form == R.Form) && Address == R.Address;
  return Form == R.Form;
}
