//===- SplitSearch.h - The best test at a node ------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_FINGERPRINT_SPLITSEARCH_H
#define RAFTER_LIB_FINGERPRINT_SPLITSEARCH_H

#include "Entropy.h"
#include "NodeData.h"
#include "rafter/Fingerprint/TreeTraining.h"
#include <optional>

namespace rafter {

/// A test that a node may get.
struct Split {
  uint32_t Attribute = TreeNode::NoAttribute;
  size_t NumBranches = 0;
  /// Of a numeric attribute: between the values on both sides.
  double Midpoint = 0;
  /// Bits; of a numeric attribute less log2(candidates) / slices.
  double Gain = 0;
  double GainRatio = 0;
};

/// The slices of a node, and for each numeric attribute the indices of those
/// that have its value, ascending by it.
struct SortedSlices {
  WeightedSlices Data;
  std::vector<std::vector<uint32_t>> Orders;
};

/// Finds tests by C4.5's criteria.
class SplitSearch {
public:
  SplitSearch(const LabelledSlices &Slices, const TrainOptions &Options,
              size_t TrainingSize);

  const WeightLog &log() const { return Log; }
  /// The test of greatest gain ratio among those whose gain is at least the
  /// mean less 0.001; none if no test gains.
  std::optional<Split> best(const SortedSlices &Node) const;

private:
  std::optional<Split> numericSplit(const SortedSlices &Node,
                                    uint32_t Attribute) const;
  std::optional<Split> nominalSplit(const SortedSlices &Node,
                                    uint32_t Attribute) const;
  bool hasFewValues(uint32_t Attribute) const;
  double leastOnSide(double KnownWeight) const;

  const LabelledSlices &Slices;
  const TrainOptions &Options;
  size_t TrainingSize;
  bool AllHaveManyValues = true;
  WeightLog Log;
};

} // namespace rafter

#endif // RAFTER_LIB_FINGERPRINT_SPLITSEARCH_H
