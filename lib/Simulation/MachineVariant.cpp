//===- MachineVariant.cpp - A machine with faster resources ---------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MachineVariant.h"
#include "FixedTime.h"
#include <algorithm>

using namespace rafter;
using namespace rafter::simulation;

int32_t simulation::evaluate(const Cost &C, const Processor &CPU,
                             const MachineVariant &V) {
  double Factor = V.factor(C.Who);
  switch (C.Kind) {
  case Cost::Occupation:
    return toUnits(C.Cycles, Factor, LongestOccupation);
  case Cost::Latency:
    return toUnits(C.Cycles, Factor, LongestExecution);
  case Cost::Distance:
    return toUnits(C.Cycles / Factor - CPU.memory(MemoryLevel::L1).Latency, 1,
                   LongestMemoryLatency);
  case Cost::FillShare: {
    double Buffers =
        CPU.buffer(BufferKind::LineFillBuffer) * V.factor(FillBuffers);
    return toUnits(C.Cycles / Factor, std::max(Buffers, 1.0),
                   LongestMemoryLatency);
  }
  case Cost::Penalty:
    return toUnits(C.Cycles, Factor, LongestPenalty);
  }
  return 0;
}

uint32_t simulation::entries(double Size, ResourceId R,
                             const MachineVariant &V) {
  // Larger buffers than a window can fill are unlimited.
  double Entries = Size * V.factor(R);
  return Entries < 50000 ? static_cast<uint32_t>(std::max(Entries, 1.0))
                         : NoLimit;
}

CostList::Index CostList::index(const Cost &C) {
  if (!(C.Cycles > 0))
    return 0;
  auto [I, New] = Numbers.try_emplace(C, Costs.size());
  if (New) {
    if (Costs.size() >= Most) {
      Overflowed = true;
      return 0;
    }
    Costs.push_back(C);
  }
  return I->second;
}
