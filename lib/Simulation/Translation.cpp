//===- Translation.cpp - What address translation costs -------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Translation.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace rafter;

/// The TLBs as caches of pages: L1 is the data TLB, L2 the second level.
static Processor asCaches(const CoreParameters &Core) {
  Processor P;
  P.LineBytes = 1;
  P.memory(MemoryLevel::L1).Capacity = Core.DTLBEntries;
  P.memory(MemoryLevel::L2).Capacity = Core.STLBEntries;
  P.memory(MemoryLevel::L3).Capacity = 0;
  return P;
}

static uint16_t cycles(double C) {
  return static_cast<uint16_t>(std::clamp(C, 0.0, 65535.0));
}

Translation::Translation(const Processor &CPU)
    : Limited(CPU.Core.DTLBEntries != Unlimited),
      PageShift(llvm::Log2_64(std::max<uint64_t>(1, CPU.Core.PageBytes))),
      SecondLevelCycles(cycles(CPU.Core.STLBLatency)),
      WalkCycles(cycles(CPU.Core.PageWalkLatency)), Pages(asCaches(CPU.Core)) {
  Touched.fill(None);
}

uint16_t Translation::lookup(uint64_t Page) {
  if (!Limited) {
    Touched[slot(Page)] = Page;
    return 0;
  }
  MemoryLevel Level = Pages.access(Page).Level;
  if (Level != MemoryLevel::L1) {
    ++Misses;
    Touched.fill(None);
  }
  Touched[slot(Page)] = Page;
  switch (Level) {
  case MemoryLevel::L1:
    return 0;
  case MemoryLevel::L2:
    return SecondLevelCycles;
  default:
    return WalkCycles;
  }
}
