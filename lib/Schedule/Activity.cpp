//===- Activity.cpp - What each cycle was used for ------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Schedule/Activity.h"

using namespace rafter;

static constexpr ActivityMask StartBits = (1u << NumChannels) - 1;

ActivityHistogram::ActivityHistogram() : Table(size_t(1) << Bits) {}

void ActivityHistogram::addSlowly(ActivityMask Mask, uint64_t Cycles) {
  Entry &E = Table[slot(Mask)];
  if (E.Cycles == 0)
    E = {Mask, Cycles};
  else
    Rest[Mask] += Cycles;
}

std::map<ActivityMask, uint64_t> ActivityHistogram::entries() const {
  std::map<ActivityMask, uint64_t> All = Rest;
  for (const Entry &E : Table)
    if (E.Cycles != 0)
      All[E.Mask] += E.Cycles;
  return All;
}

uint64_t
ActivityHistogram::count(std::initializer_list<ActivityMask> Sets) const {
  uint64_t Sum = 0;
  auto Matches = [&](ActivityMask Mask) {
    return std::all_of(Sets.begin(), Sets.end(),
                       [&](ActivityMask S) { return (Mask & S) != 0; });
  };
  for (const Entry &E : Table)
    if (E.Cycles != 0 && Matches(E.Mask))
      Sum += E.Cycles;
  for (auto [Mask, Cycles] : Rest)
    if (Matches(Mask))
      Sum += Cycles;
  return Sum;
}

ActivityRecorder::ActivityRecorder(
    const std::array<uint32_t, NumChannels> &Lengths)
    : Lengths(Lengths) {}

void ActivityRecorder::fold(Cycle To, ActivityMask Extra) {
  Cycle C = Done;
  while (C < To) {
    ActivityMask Entry = Window.get(C);
    for (ActivityMask Starts = Entry & StartBits; Starts != 0;
         Starts &= Starts - 1) {
      unsigned K = llvm::countr_zero(Starts);
      BusyUntil[K] = C + Lengths[K];
    }
    ActivityMask Busy = 0;
    for (unsigned K = 0; K != NumChannels; ++K)
      Busy |= ActivityMask(BusyUntil[K] > C) << K;
    // Nothing changes before the next entry or the next end of an execution.
    Cycle Until = C + 1;
    if (Entry == 0 && Until < To && !Used.test(Until)) {
      Until = std::min(To, Used.nextSet(Until));
      for (unsigned K = 0; K != NumChannels; ++K)
        if (BusyUntil[K] > C)
          Until = std::min(Until, BusyUntil[K]);
    }
    Histogram.add((Entry & ~StartBits) | Busy | Extra, Until - C);
    C = Until;
  }
  Done = To;
  // The window forgets in steps: clearing word by word is cheaper.
  if (Done - Window.base() >= 256) {
    Window.advance(Done);
    Used.advance(Done);
  }
}
