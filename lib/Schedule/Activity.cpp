//===- Activity.cpp - What each cycle was used for ------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Schedule/Activity.h"

using namespace rafter;

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
