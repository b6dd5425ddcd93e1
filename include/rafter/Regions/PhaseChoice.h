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

/// An interval, and the instructions that it stands for, as regions count them,
/// its own included.
struct PhaseSample {
  size_t Interval = 0;
  uint64_t StandsFor = 1;
  bool operator==(const PhaseSample &) const = default;
};

/// At most Most intervals, in ascending order, of groups of like ones that have
/// all of them together, and of each group the one next to its mean. Fewer
/// where fewer intervals differ.
///
/// Groups are split in two (2-means) until there are enough, always the one
/// whose sum over all intervals one of them tells worst: the square of the
/// error of an interval drawn from N is N^2 times their variance. k-means is
/// about N times the variance, and leaves half of a program to one interval.
std::vector<PhaseSample> choosePhases(llvm::ArrayRef<IntervalSignature> All,
                                      size_t Most, uint64_t Seed);

} // namespace rafter

#endif // RAFTER_REGIONS_PHASECHOICE_H
