//===- RegionPlaces.cpp - Where regions are sampled -----------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Regions/RegionPlaces.h"
#include "rafter/Regions/PhaseChoice.h"
#include "rafter/Support/RandomNumbers.h"
#include <algorithm>

using namespace rafter;

std::string RegionSampling::describe() const {
  return std::to_string(Regions) + " regions of " +
         std::to_string(Instructions) + " instructions after " +
         std::to_string(WarmUp) + (State ? " and a warm state" : "") +
         (By == Choice::Even ? ", at equal distances"
          : By == Choice::Phases
              ? ", by phases (seed " + std::to_string(Seed) + ")"
              : ", at random (seed " + std::to_string(Seed) + ")");
}

/// From 0 to Bound: one of 2^64 values more or less likely.
static uint64_t drawUpTo(RandomNumbers &Random, uint64_t Bound) {
  return static_cast<uint64_t>(
      static_cast<unsigned __int128>(Random.next()) *
          (static_cast<unsigned __int128>(Bound) + 1) >>
      64);
}

RegionPlaces rafter::choosePlaces(const RegionSampling &Sampling,
                                  uint64_t Total) {
  uint64_t Length = Sampling.length();
  if (Length == 0)
    return {};
  uint64_t Count = std::min(Sampling.Regions, Total / Length);
  // Without the regions themselves, places may coincide.
  uint64_t Free = Total - Count * Length;
  std::vector<uint64_t> Places(Count);
  RandomNumbers Random(Sampling.Seed);
  for (uint64_t I = 0; I != Count; ++I)
    Places[I] =
        Sampling.By == RegionSampling::Choice::Even
            ? static_cast<uint64_t>(static_cast<unsigned __int128>(Free) *
                                    (2 * I + 1) / (2 * Count))
            : drawUpTo(Random, Free);
  std::sort(Places.begin(), Places.end());
  for (uint64_t I = 0; I != Count; ++I)
    Places[I] += I * Length;
  return {std::move(Places), {}};
}

llvm::Expected<RegionPlaces>
rafter::choosePlaces(const RegionSampling &Sampling,
                     const PhaseProfile &Profile) {
  if (Profile.intervals().size() == PhaseProfile::MaxIntervals)
    return llvm::createStringError(
        "by phases: more than " + llvm::Twine(PhaseProfile::MaxIntervals - 1) +
        " intervals of " + llvm::Twine(Sampling.length()) +
        " instructions; longer regions (--instructions) make fewer");
  RegionPlaces Places;
  for (const PhaseSample &S :
       choosePhases(Profile.intervals(), Sampling.Regions, Sampling.Seed)) {
    Places.Begins.push_back(S.Interval * Sampling.length());
    Places.StandsFor.push_back(S.StandsFor);
  }
  return Places;
}
