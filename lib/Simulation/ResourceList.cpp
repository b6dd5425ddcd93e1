//===- ResourceList.cpp - What can be accelerated -------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ResourceList.h"
#include "FixedTime.h"
#include "rafter/Stream/Instruction.h"
#include <algorithm>
#include <cmath>

using namespace rafter;
using namespace rafter::simulation;

static_assert(Rename == unsigned(LimitKind::Rename) &&
              ReorderBuffer == unsigned(LimitKind::ReorderBuffer) &&
              Translation == unsigned(LimitKind::Translation) &&
              BandwidthOfLevel == unsigned(LimitKind::Bandwidth));
static_assert(FirstPortGroup - LatencyOfClass == NumInstructionClasses);
static_assert(LatencyOfLevel - BandwidthOfLevel == NumMemoryLevels);

int32_t simulation::toUnits(double Cycles, double Factor, int32_t Longest) {
  if (!(Cycles > 0) || Factor == Unlimited)
    return 0;
  return static_cast<int32_t>(
      std::llround(std::min<double>(Cycles / Factor, Longest) * UnitsPerCycle));
}

Limit simulation::limitOf(ResourceId R, llvm::ArrayRef<uint64_t> Groups,
                          const InstructionTable &Table) {
  if (R < BandwidthOfLevel)
    return static_cast<LimitKind>(R);
  if (R < LatencyOfLevel)
    return Limit::bandwidth(static_cast<MemoryLevel>(R - BandwidthOfLevel));
  if (R < LatencyOfClass)
    return Limit::latency(static_cast<MemoryLevel>(R - LatencyOfLevel));
  if (R < FirstPortGroup)
    return Limit::latency(static_cast<InstructionClass>(R - LatencyOfClass));
  return Limit::ports(Groups[R - FirstPortGroup], Table);
}
