//===- PortLattice.cpp - Closed groups of ports ---------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Stream/PortLattice.h"
#include "llvm/ADT/bit.h"

using namespace rafter;

bool PortLattice::insert(uint64_t Units) {
  if (Units == 0 || Groups.size() >= MostGroups || !Known.insert(Units).second)
    return false;
  Groups.push_back(Units);
  return true;
}

void PortLattice::add(uint64_t Units) {
  if (!insert(Units))
    return;
  // Groups before the new one are closed among themselves.
  for (size_t New = Groups.size() - 1; New < Groups.size(); ++New)
    for (size_t Old = 0; Old < New; ++Old)
      if ((Groups[Old] & Groups[New]) != 0)
        insert(Groups[Old] | Groups[New]);
}

llvm::SmallVector<PortLattice::Load, 16>
PortLattice::loads(llvm::ArrayRef<PortUse> Uses) const {
  llvm::SmallVector<Load, 16> Result;
  for (uint32_t G = 0; G != Groups.size(); ++G) {
    uint64_t Cycles = 0;
    for (const PortUse &U : Uses)
      if (U.Units != 0 && (U.Units & ~Groups[G]) == 0)
        Cycles += U.Cycles;
    if (Cycles != 0)
      Result.push_back({G, double(Cycles) / llvm::popcount(Groups[G])});
  }
  return Result;
}
