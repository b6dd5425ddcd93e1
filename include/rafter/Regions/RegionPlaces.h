//===- RegionPlaces.h - Where regions are sampled --------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_REGIONS_REGIONPLACES_H
#define RAFTER_REGIONS_REGIONPLACES_H

#include "llvm/Support/Error.h"
#include <cstdint>
#include <string>
#include <vector>

namespace rafter {

class PhaseProfile;

/// Which parts of an execution to take.
struct RegionSampling {
  uint64_t Regions = 40;
  /// Instructions that are measured, and before them those that warm caches and
  /// predictors up. The default of the Concorde paper's shorter regions; five
  /// times as many before them reach what a last level of 4 MB holds when one
  /// instruction in eight touches a new line.
  uint64_t Instructions = 100000;
  uint64_t WarmUp = 500000;
  enum class Choice {
    /// All placements without overlap are equally likely.
    Random,
    /// At equal distances.
    Even,
    /// By what is executed there: like intervals have one region.
    Phases
  };
  Choice By = Choice::Random;
  /// Of what is drawn.
  uint64_t Seed = 1;
  /// A warm state goes with each region: all of the program is followed.
  bool State = false;

  /// Warm-up included.
  uint64_t length() const { return Instructions + WarmUp; }
  /// "40 regions of 100000 instructions after 500000, at random (seed 1)".
  std::string describe() const;
};

/// Where regions begin, in ascending order and length() or more apart.
struct RegionPlaces {
  std::vector<uint64_t> Begins;
  /// Instructions of the program that each stands for, as regions count them:
  /// parts of one are several. Empty: all as many.
  std::vector<uint64_t> StandsFor;
};

/// Those of an execution of Total instructions, at random or even: fewer than
/// asked for, or none, where Total is too small for more. The same on every
/// computer.
RegionPlaces choosePlaces(const RegionSampling &Sampling, uint64_t Total);
/// Those of an execution whose intervals of length() instructions are
/// described, by phases.
///
/// Errors: there are as many as a profile has at most.
llvm::Expected<RegionPlaces> choosePlaces(const RegionSampling &Sampling,
                                          const PhaseProfile &Profile);

} // namespace rafter

#endif // RAFTER_REGIONS_REGIONPLACES_H
