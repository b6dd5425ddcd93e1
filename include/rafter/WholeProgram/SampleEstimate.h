//===- SampleEstimate.h - Sums estimated from windows -----------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Instructions of each part of a program are counted, its cycles are seen in
// windows at equal distances. The estimate of a part is the ratio of both in
// the windows times the count (Cochran, Sampling Techniques, 3rd ed., chapter
// 6; post-stratification: 5A.9). Parts that few windows have met share one
// ratio: a ratio of few windows is biased. Intervals are of 95 %: the variance
// by leaving out one window at a time (jackknife, Cochran 6.17), Student's
// quantile, and what all windows have in common.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_WHOLEPROGRAM_SAMPLEESTIMATE_H
#define RAFTER_WHOLEPROGRAM_SAMPLEESTIMATE_H

#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <vector>

namespace rafter {

/// A value and half the width of its interval of 95 %.
struct Estimate {
  double Value = 0;
  double HalfWidth = 0;
};

/// One part in one window.
struct PartSample {
  /// Any number, the same for all samples of a window.
  uint32_t Window = 0;
  uint32_t Part = 0;
  double Instructions = 0;
  double Cycles = 0;
};

struct ProgramEstimate {
  Estimate Cycles;
  std::vector<Estimate> Parts;
};

/// What is known beside the samples of windows.
struct SampledPopulation {
  /// Instructions of each part in all that the windows stand for.
  llvm::ArrayRef<double> Counted;
  /// Which share of that the windows cover.
  double Covered = 0;
  /// The beginning of the program, which they do not stand for: but rare code
  /// is mostly seen there.
  llvm::ArrayRef<PartSample> Start = {};
  /// By which share of its cycles a part may be wrong, with a probability of
  /// 95 %, however many windows there are.
  double StateError = 0;
};

/// Samples: of all windows, in their order.
ProgramEstimate estimateProgram(const SampledPopulation &Population,
                                llvm::ArrayRef<PartSample> Samples);

/// How many windows E, which comes from Windows of them, seems to need beside
/// these for an interval of half the width Asked; 0: none. StateError: what of
/// its half width stays however many there are.
size_t furtherWindows(const Estimate &E, size_t Windows, double Asked,
                      double StateError);

/// So many of From, at even distances, or all; they are taken out.
std::vector<size_t> takeEvenly(std::vector<size_t> &From, size_t Count);

/// The two-sided quantile of 95 % of Student's distribution; at least one
/// degree of freedom.
double studentQuantile95(unsigned DegreesOfFreedom);

} // namespace rafter

#endif // RAFTER_WHOLEPROGRAM_SAMPLEESTIMATE_H
