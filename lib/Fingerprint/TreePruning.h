//===- TreePruning.h - Simpler trees by estimated errors --------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_FINGERPRINT_TREEPRUNING_H
#define RAFTER_LIB_FINGERPRINT_TREEPRUNING_H

#include "NodeData.h"

namespace rafter {

/// Makes leaves of subtrees that do not even classify the training slices
/// better.
void collapse(std::vector<TreeNode> &Nodes);

/// Replaces subtrees by leaves, and by their largest branch (subtree raising),
/// where the estimated errors do not grow by more than 0.1. Nodes that are no
/// longer used stay in the list.
void prune(const LabelledSlices &Slices, const WeightedSlices &Data,
           double Confidence, std::vector<TreeNode> &Nodes);

} // namespace rafter

#endif // RAFTER_LIB_FINGERPRINT_TREEPRUNING_H
