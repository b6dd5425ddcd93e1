//===- ThroughputUnit.cpp - A resource with a rate ------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ThroughputUnit.h"
#include <algorithm>
#include <cmath>

using namespace rafter;

/// Rates above this are as good as none: Counts is 16 bits wide.
static constexpr double HighestRate = 60000;

ThroughputUnit::ThroughputUnit(double Rate)
    : Rate(Rate), Limited(Rate > 0 && Rate < HighestRate) {
  if (!Limited)
    return;
  if (Rate >= 1) {
    PerCycle = static_cast<unsigned>(Rate);
    FractionalRate = Rate != PerCycle;
    // Fractional rates count bookings even where one fits per cycle.
    if (FractionalRate && PerCycle == 1)
      PerCycle = 2;
    return;
  }
  double Gap = 1 / Rate;
  FractionalGap = std::abs(Gap - std::round(Gap)) > 1e-6;
  NextGap = static_cast<unsigned>(FractionalGap ? Gap : std::round(Gap));
}

unsigned ThroughputUnit::gap(double Rate, uint64_t Booking) {
  // Of what is not negative, conversion is the floor.
  return static_cast<unsigned>(static_cast<int64_t>((Booking + 1) / Rate) -
                               static_cast<int64_t>(Booking / Rate));
}

void ThroughputUnit::nextGap() { NextGap = gap(Rate, ++Bookings); }

/// The first cycle from From on that begins NextGap free cycles.
Cycle ThroughputUnit::firstGap(Cycle From) const {
  for (unsigned Free = 0;;) {
    // How much of the gap lies in the next 64 cycles.
    unsigned Here = std::min(NextGap - Free, 64u);
    uint64_t Used = Full.window(From + Free) & (~uint64_t(0) >> (64 - Here));
    if (Used == 0) {
      Free += Here;
      if (Free == NextGap)
        return From;
      continue;
    }
    From = Full.nextClear(From + Free + 64 - llvm::countl_zero(Used));
    Free = 0;
  }
}

void ThroughputUnit::save(StateWriter &W) const {
  if (!Limited)
    return;
  W.bits(Full);
  if (PerCycle == 1)
    return;
  W.number(Counts.get(W.Now));
  RisingTimes Times(W);
  for (Cycle C = W.Now + 1; C <= LastCounted; ++C)
    if (uint16_t Count = Counts.get(C)) {
      Times.add(C);
      W.number(Count);
    }
  Times.end();
}

void ThroughputUnit::restore(StateReader &R, uint64_t Bookings) {
  if (!Limited)
    return;
  advance(R.Now);
  R.bits(Full);
  if (FractionalGap) {
    this->Bookings = Bookings;
    NextGap = gap(Rate, Bookings);
  }
  if (PerCycle == 1)
    return;
  Counts.at(R.Now) = static_cast<uint16_t>(R.number());
  R.risingTimes([&](Cycle C) {
    Counts.at(C) = static_cast<uint16_t>(R.number());
    LastCounted = C;
  });
}
