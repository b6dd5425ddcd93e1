//===- RegionPlaces.h - Where regions are sampled --------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_REGIONS_REGIONPLACES_H
#define RAFTER_REGIONS_REGIONPLACES_H

#include <cstdint>
#include <string>
#include <vector>

namespace rafter {

/// Which parts of an execution to take.
struct RegionSampling {
  uint64_t Regions = 40;
  /// Instructions that are measured, and before them those that warm caches and
  /// predictors up. The default of the Concorde paper's shorter regions; five
  /// times as many before them reach what a last level of 4 MB holds when one
  /// instruction in eight touches a new line.
  uint64_t Instructions = 100000;
  uint64_t WarmUp = 500000;
  /// Places are drawn at random; Even: at equal distances instead.
  uint64_t Seed = 1;
  bool Even = false;
  /// A warm state goes with each region: all of the program is followed.
  bool State = false;

  /// Warm-up included.
  uint64_t length() const { return Instructions + WarmUp; }
  /// "40 regions of 100000 instructions after 500000, at random (seed 1)".
  std::string describe() const;
};

/// Where the parts of an execution of Total instructions begin, in ascending
/// order and length() or more apart: fewer than asked for, or none, where Total
/// is too small for more. Drawn so that all placements without overlap are
/// equally likely; the same on every computer.
std::vector<uint64_t> choosePlaces(const RegionSampling &Sampling,
                                   uint64_t Total);

} // namespace rafter

#endif // RAFTER_REGIONS_REGIONPLACES_H
