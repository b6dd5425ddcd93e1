//===- DesignSweep.h - Many designs and the best of them -------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ranges of parameters, the designs they span, and the Pareto front of CPI
// against size.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_CONCORDE_DESIGNSWEEP_H
#define RAFTER_CONCORDE_DESIGNSWEEP_H

#include "rafter/CoreModel/CoreDesign.h"

namespace rafter {

/// A parameter and the values it takes.
struct SweepRange {
  const DesignParameter *Parameter = nullptr;
  std::vector<uint32_t> Values;
};

/// Designs of a sweep, at most.
inline constexpr uint64_t GreatestSweep = 1000000;

/// "rob=32..1024,l2=512..4096,predictor=simple|tage". A..B is A, 2 A, 4 A, ...
/// up to B, and B; where a parameter has few values, those between A and B;
/// A..B:S goes in steps of S; A|B|C lists values. Errors name the element.
llvm::Expected<std::vector<SweepRange>> parseSweep(llvm::StringRef Text);

/// All combinations on top of Base; the last range varies fastest.
std::vector<CoreDesign> sweepDesigns(const CoreDesign &Base,
                                     llvm::ArrayRef<SweepRange> Ranges);

/// What a design costs, between 0 and 1: the mean, over the parameters that are
/// hardware, of the value by the greatest legal one. No model of area: a
/// measure that grows with every structure, each counted alike. The
/// misprediction percentage is no hardware; TAGE counts 1 and Simple 0.
double designCost(const CoreDesign &Design);

/// Positions of the points that no other one beats: none has at most the same
/// cost and CPI and less of one. By ascending cost; of equal points the first.
std::vector<size_t> paretoFront(llvm::ArrayRef<double> Costs,
                                llvm::ArrayRef<double> CPIs);

} // namespace rafter

#endif // RAFTER_CONCORDE_DESIGNSWEEP_H
