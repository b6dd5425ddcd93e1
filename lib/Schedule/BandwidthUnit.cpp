//===- BandwidthUnit.cpp - Bytes per cycle --------------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BandwidthUnit.h"
#include <algorithm>

using namespace rafter;

BandwidthUnit::BandwidthUnit(double BytesPerCycle)
    : Limited(BytesPerCycle > 0 && BytesPerCycle < UINT32_MAX) {
  if (Limited)
    PerCycle = std::max(1u, static_cast<uint32_t>(BytesPerCycle));
}

Cycle BandwidthUnit::fit(Cycle Earliest, uint32_t Bytes) const {
  Cycle C = Full.nextClear(Earliest);
  if (Bytes <= PerCycle) {
    while (UsedBytes.get(C) + Bytes > PerCycle)
      C = Full.nextClear(C + 1);
    return C;
  }
  unsigned Length = occupancy(Bytes);
  for (;;) {
    Cycle Next = Used.nextSet(C);
    if (Next == NoCycle || Next - C >= Length)
      return C;
    C = Next + 1;
  }
}

void BandwidthUnit::use(Cycle C, uint32_t Bytes) {
  for (; Bytes != 0; ++C) {
    uint32_t Part = std::min(Bytes, PerCycle);
    uint32_t &U = UsedBytes.at(C);
    U += Part;
    Used.set(C);
    if (U >= PerCycle)
      Full.set(C);
    Bytes -= Part;
  }
}

void BandwidthUnit::advance(Cycle C) {
  if (!Limited)
    return;
  UsedBytes.advance(C / 64 * 64);
  Full.advance(C);
  Used.advance(C);
}

void BandwidthUnit::save(StateWriter &W) const {
  if (!Limited)
    return;
  W.number(UsedBytes.get(W.Now));
  RisingTimes Times(W);
  for (Cycle C = Used.nextSet(W.Now + 1); C != NoCycle;
       C = Used.nextSet(C + 1)) {
    Times.add(C);
    W.number(UsedBytes.get(C));
  }
  Times.end();
}

void BandwidthUnit::restore(StateReader &R) {
  if (!Limited)
    return;
  advance(R.Now);
  use(R.Now, static_cast<uint32_t>(R.number()));
  R.risingTimes([&](Cycle C) { use(C, static_cast<uint32_t>(R.number())); });
}
