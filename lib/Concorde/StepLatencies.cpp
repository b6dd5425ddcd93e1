//===- StepLatencies.cpp - How long steps take with one memory ------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StepLatencies.h"

using namespace rafter;
using namespace rafter::concorde;

namespace {

constexpr uint32_t None = RegionTrace::None;
constexpr uint32_t Buffer = StepSequence::LargestBuffer;

/// For each load, how many steps away the nearest load of its line with another
/// time is; None if there is none that it could meet in a buffer.
std::vector<uint32_t> findDistances(llvm::ArrayRef<RegionTrace::Load> Loads,
                                    llvm::ArrayRef<uint8_t> Cycles) {
  // Positions of the nearest load of the line with another time.
  std::vector<uint32_t> Before(Loads.size(), None), After(Loads.size(), None);
  std::vector<uint32_t> Distances(Loads.size(), None);
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
    if (Before[L] != None)
      Distances[L] = Position - Before[L];
    if (After[L] != None)
      Distances[L] = std::min(Distances[L], After[L] - Position);
    if (Linked(L)) {
      uint32_t P = Loads[L].Previous;
      After[P] = Cycles[P] != Cycles[L] ? Position : After[L];
    }
  }
  return Distances;
}

} // namespace

StepLatencies
StepLatencies::ofInstructions(const RegionTrace &Trace,
                              llvm::ArrayRef<uint8_t> LoadCycles) {
  StepLatencies Latencies(Trace.fixedLatencies().vec());
  Latencies.addLoads(Trace.loads(), LoadCycles);
  return Latencies;
}

StepLatencies StepLatencies::ofLoads(const RegionTrace &Trace,
                                     llvm::ArrayRef<uint8_t> LoadCycles) {
  std::vector<RegionTrace::Load> Loads = Trace.loads().vec();
  for (size_t L = 0; L != Loads.size(); ++L)
    Loads[L].Position = L;
  StepLatencies Latencies(std::vector<uint8_t>(Loads.size()));
  Latencies.addLoads(Loads, LoadCycles);
  return Latencies;
}

void StepLatencies::addLoads(llvm::ArrayRef<RegionTrace::Load> Loads,
                             llvm::ArrayRef<uint8_t> LoadCycles) {
  std::vector<uint32_t> Distances = findDistances(Loads, LoadCycles);
  // The last ordered load of the line up to each load.
  std::vector<uint32_t> Last(Loads.size(), None);
  for (size_t L = 0; L != Loads.size(); ++L) {
    uint32_t Position = Loads[L].Position;
    uint32_t Before =
        Loads[L].Previous == None ? None : Last[Loads[L].Previous];
    if (Distances[L] >= 2 * Buffer) {
      Cycles[Position] = LoadCycles[L];
      Last[L] = Before;
      continue;
    }
    uint32_t Number = Ordered.size();
    if (Before != None && Position - Ordered[Before].Position >= Buffer)
      Before = None;
    if (Before != None)
      Ordered[Before].Next = Number;
    Ordered.push_back({Position, Before, None, LoadCycles[L], Distances[L]});
    Last[L] = Number;
  }
}
