//===- NodeData.h - The slices at a node of a growing tree ------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_FINGERPRINT_NODEDATA_H
#define RAFTER_LIB_FINGERPRINT_NODEDATA_H

#include "rafter/Fingerprint/DecisionTree.h"

namespace rafter {

/// Slices with weights: one that misses the value of a test is in each branch
/// with a part of its weight.
struct WeightedSlices {
  std::vector<uint32_t> Rows;
  std::vector<double> Weights;

  size_t size() const { return Rows.size(); }
  void add(uint32_t Row, double Weight) {
    Rows.push_back(Row);
    Weights.push_back(Weight);
  }
};

/// Weights by class.
std::vector<double> classWeights(const LabelledSlices &Slices,
                                 const WeightedSlices &Data);

/// Where the slices of a node go.
struct Partition {
  std::vector<WeightedSlices> Branches;
  /// For each slice of the node: its branch and its place there. Slices that
  /// miss the value have the branch Several and are at Copies[place] of each
  /// branch in turn, or ~0u where they have no part.
  static constexpr uint32_t Several = ~0u;
  std::vector<std::pair<uint32_t, uint32_t>> Places;
  std::vector<std::vector<uint32_t>> Copies;
};

/// Splits Data by the test of Node, which has its attribute, threshold and
/// number of children.
Partition partition(const LabelledSlices &Slices, const WeightedSlices &Data,
                    uint32_t Attribute, double Threshold, size_t NumBranches);

} // namespace rafter

#endif // RAFTER_LIB_FINGERPRINT_NODEDATA_H
