//===- RegionPlaces.cpp - Where regions are sampled -----------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Traces/RegionPlaces.h"
#include <algorithm>

using namespace rafter;

std::string RegionSampling::describe() const {
  return std::to_string(Regions) + " regions of " +
         std::to_string(Instructions) + " instructions after " +
         std::to_string(WarmUp) +
         (Even ? ", at equal distances"
               : ", at random (seed " + std::to_string(Seed) + ")");
}

/// SplitMix64 (Steele, Lea and Flood, OOPSLA 2014): the C++ standard leaves the
/// numbers of its distributions open.
static uint64_t nextRandom(uint64_t &State) {
  uint64_t Z = State += 0x9e3779b97f4a7c15;
  Z = (Z ^ Z >> 30) * 0xbf58476d1ce4e5b9;
  Z = (Z ^ Z >> 27) * 0x94d049bb133111eb;
  return Z ^ Z >> 31;
}

/// From 0 to Bound: one of 2^64 values more or less likely.
static uint64_t drawUpTo(uint64_t &State, uint64_t Bound) {
  return static_cast<uint64_t>(
      static_cast<unsigned __int128>(nextRandom(State)) *
          (static_cast<unsigned __int128>(Bound) + 1) >>
      64);
}

std::vector<uint64_t> rafter::choosePlaces(const RegionSampling &Sampling,
                                           uint64_t Total) {
  uint64_t Length = Sampling.length();
  if (Length == 0)
    return {};
  uint64_t Count = std::min(Sampling.Regions, Total / Length);
  // Without the regions themselves, places may coincide.
  uint64_t Free = Total - Count * Length;
  std::vector<uint64_t> Places(Count);
  uint64_t State = Sampling.Seed;
  for (uint64_t I = 0; I != Count; ++I)
    Places[I] =
        Sampling.Even
            ? static_cast<uint64_t>(static_cast<unsigned __int128>(Free) *
                                    (2 * I + 1) / (2 * Count))
            : drawUpTo(State, Free);
  std::sort(Places.begin(), Places.end());
  for (uint64_t I = 0; I != Count; ++I)
    Places[I] += I * Length;
  return Places;
}
