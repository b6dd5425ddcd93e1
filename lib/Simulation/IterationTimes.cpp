//===- IterationTimes.cpp - The steady state of a loop --------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IterationTimes.h"
#include "FixedTime.h"
#include <algorithm>

using namespace rafter::simulation;

void IterationTimes::add(const int64_t *Units) {
  ++Count;
  Last.assign(Units, Units + NumLanes);
  if (Count % Stride != 0)
    return;
  Samples.insert(Samples.end(), Units, Units + NumLanes);
  if (Samples.size() < MostSamples * NumLanes)
    return;
  // Keep every second sample, at first every twelfth.
  uint64_t Step = Stride == 1 ? 12 : 2;
  size_t Kept = 0;
  for (size_t S = Step; S * NumLanes <= Samples.size(); S += Step)
    std::copy_n(Samples.begin() + (S - 1) * NumLanes, NumLanes,
                Samples.begin() + Kept++ * NumLanes);
  Samples.resize(Kept * NumLanes);
  Stride *= Step;
}

std::optional<double> IterationTimes::perIteration(unsigned Lane) const {
  if (Count == 0)
    return std::nullopt;
  size_t NumSamples = Samples.size() / NumLanes;
  auto Slope = [&](uint64_t From, uint64_t To, int64_t End) {
    int64_t Begin =
        From == 0 ? 0 : Samples[(From / Stride - 1) * NumLanes + Lane];
    return double(End - Begin) / UnitsPerCycle / double(To - From);
  };
  // With many samples both ends are samples, otherwise the end is the last
  // iteration.
  uint64_t To = Count;
  int64_t End = Last[Lane];
  if (Stride > 1) {
    To = NumSamples * Stride;
    End = Samples[(NumSamples - 1) * NumLanes + Lane];
  }
  uint64_t From = To / 2;
  if (uint64_t Distance = To - From; Stride == 1 && Distance >= 24)
    From = To - Distance / 12 * 12;
  From = From / Stride * Stride;
  return Slope(From, To, End);
}
