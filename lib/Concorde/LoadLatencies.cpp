//===- LoadLatencies.cpp - Loads of a region and one memory ---------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Concorde/LoadLatencies.h"

using namespace rafter;
using namespace rafter::concorde;

namespace {

constexpr uint32_t None = RegionTrace::None;
constexpr uint32_t Buffer = RegionTrace::LargestWindow;

/// For each load, whether a load of its line with another time is near.
std::vector<bool> findOrdered(llvm::ArrayRef<RegionTrace::Load> Loads,
                              llvm::ArrayRef<uint8_t> Cycles) {
  std::vector<bool> Near(Loads.size());
  // Positions of the nearest load of the line with another time.
  std::vector<uint32_t> Before(Loads.size(), None), After(Loads.size(), None);
  auto Linked = [&](size_t L) {
    uint32_t P = Loads[L].Previous;
    return P != None && Loads[L].Position - Loads[P].Position < Buffer;
  };
  for (size_t L = 0; L != Loads.size(); ++L)
    if (Linked(L)) {
      uint32_t P = Loads[L].Previous;
      Before[L] = Cycles[P] != Cycles[L] ? Loads[P].Position : Before[P];
    }
  for (size_t L = Loads.size(); L-- != 0;) {
    uint32_t Position = Loads[L].Position;
    Near[L] = (Before[L] != None && Position - Before[L] <= 2 * Buffer) ||
              (After[L] != None && After[L] - Position <= 2 * Buffer);
    if (Linked(L)) {
      uint32_t P = Loads[L].Previous;
      After[P] = Cycles[P] != Cycles[L] ? Position : After[L];
    }
  }
  return Near;
}

} // namespace

LoadLatencies::LoadLatencies(const RegionTrace &Trace,
                             llvm::ArrayRef<uint8_t> LoadCycles)
    : Cycles(Trace.fixedLatencies().vec()) {
  llvm::ArrayRef<RegionTrace::Load> Loads = Trace.loads();
  std::vector<bool> IsOrdered = findOrdered(Loads, LoadCycles);
  // The last ordered load of the line up to each load.
  std::vector<uint32_t> Last(Loads.size(), None);
  for (size_t L = 0; L != Loads.size(); ++L) {
    uint32_t Position = Loads[L].Position;
    uint32_t Before =
        Loads[L].Previous == None ? None : Last[Loads[L].Previous];
    if (!IsOrdered[L]) {
      Cycles[Position] = LoadCycles[L];
      Last[L] = Before;
      continue;
    }
    uint32_t Number = Ordered.size();
    if (Before != None && Position - Ordered[Before].Position >= Buffer)
      Before = None;
    if (Before != None)
      Ordered[Before].Next = Number;
    Ordered.push_back({Position, Before, None, LoadCycles[L]});
    Last[L] = Number;
  }
}
