//===- StepLatencies.cpp - How long steps take with one memory ------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StepLatencies.h"
#include <algorithm>

using namespace rafter;
using namespace rafter::concorde;

namespace {

constexpr uint32_t None = RegionTrace::None;
constexpr uint32_t Buffer = StepSequence::LargestBuffer;

/// Loads as steps of a sequence: of all instructions, or of loads alone.
template <bool AreSteps> struct LoadSequence {
  llvm::ArrayRef<RegionTrace::Load> Loads;

  uint32_t position(size_t L) const {
    return AreSteps ? L : size_t(Loads[L].Position);
  }
  /// How many loads before it the last of the line is, if less than the largest
  /// buffer away; or 0.
  uint32_t near(size_t L) const {
    return AreSteps ? Loads[L].NearInLoads : Loads[L].NearInSteps;
  }
};

} // namespace

StepLatencies StepLatencies::ofInstructions(const RegionTrace &Trace,
                                            llvm::ArrayRef<uint8_t> LoadCycles,
                                            Storage &&Reused) {
  StepLatencies Latencies(std::move(Reused.Cycles));
  Latencies.Ordered = std::move(Reused.Ordered);
  llvm::ArrayRef<uint8_t> Fixed = Trace.fixedLatencies();
  Latencies.Cycles.assign(Fixed.begin(), Fixed.end());
  Latencies.addLoads<false>(Trace.loads(), LoadCycles, Reused.Around);
  return Latencies;
}

StepLatencies StepLatencies::ofLoads(const RegionTrace &Trace,
                                     llvm::ArrayRef<uint8_t> LoadCycles,
                                     Storage &&Reused) {
  StepLatencies Latencies(std::move(Reused.Cycles));
  Latencies.Ordered = std::move(Reused.Ordered);
  Latencies.Cycles.assign(Trace.loads().size(), 0);
  Latencies.addLoads<true>(Trace.loads(), LoadCycles, Reused.Around);
  return Latencies;
}

template <bool AreSteps>
void StepLatencies::addLoads(llvm::ArrayRef<RegionTrace::Load> Loads,
                             llvm::ArrayRef<uint8_t> LoadCycles,
                             std::vector<LoadSurroundings> &Around) {
  const LoadSequence<AreSteps> Steps{Loads};
  Ordered.clear();
  Around.assign(Loads.size(), {});
  for (size_t L = Loads.size(); L-- != 0;)
    if (const uint32_t Near = Steps.near(L)) {
      const size_t P = L - Near;
      Around[P].After =
          LoadCycles[P] != LoadCycles[L] ? Steps.position(L) : Around[L].After;
    }
  for (size_t L = 0; L != Loads.size(); ++L) {
    const uint32_t Position = Steps.position(L);
    LoadSurroundings &Own = Around[L];
    if (const uint32_t Near = Steps.near(L)) {
      const size_t P = L - Near;
      Own.Before =
          LoadCycles[P] != LoadCycles[L] ? Steps.position(P) : Around[P].Before;
      Own.Ordered = Around[P].Ordered;
    }
    uint32_t Distance = None;
    if (Own.Before != None)
      Distance = Position - Own.Before;
    if (Own.After != None)
      Distance = std::min(Distance, Own.After - Position);
    if (Distance >= 2 * Buffer) {
      Cycles[Position] = LoadCycles[L];
      continue;
    }
    uint32_t Before = Own.Ordered;
    if (Before != None && Position - Ordered[Before].Position >= Buffer)
      Before = None;
    Own.Ordered = Ordered.size();
    if (Before != None)
      Ordered[Before].Next = Own.Ordered;
    Ordered.push_back({Position, Before, None, LoadCycles[L], Distance});
  }
}
