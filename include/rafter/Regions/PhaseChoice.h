//===- PhaseChoice.h - Intervals that stand for others ----------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_REGIONS_PHASECHOICE_H
#define RAFTER_REGIONS_PHASECHOICE_H

#include "rafter/Regions/PhaseProfile.h"

namespace rafter {

/// An interval, and how many it stands for, itself included.
struct PhaseSample {
  size_t Interval = 0;
  size_t StandsFor = 1;
  bool operator==(const PhaseSample &) const = default;
};

/// At most Most intervals, in ascending order, of groups of like ones that have
/// all of them together: k-means from several beginnings (k-means++; Arthur and
/// Vassilvitskii, SODA 2007), and of each group the one next to its mean. Fewer
/// where fewer intervals differ.
std::vector<PhaseSample> choosePhases(llvm::ArrayRef<IntervalSignature> All,
                                      size_t Most, uint64_t Seed);

} // namespace rafter

#endif // RAFTER_REGIONS_PHASECHOICE_H
