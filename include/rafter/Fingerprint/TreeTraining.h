//===- TreeTraining.h - C4.5 ------------------------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decision trees as in J. R. Quinlan: C4.5: Programs for Machine Learning,
// 1993, and Improved Use of Continuous Attributes in C4.5, 1996 (the penalty of
// thresholds).
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_FINGERPRINT_TREETRAINING_H
#define RAFTER_FINGERPRINT_TREETRAINING_H

#include "rafter/Fingerprint/DecisionTree.h"
#include "llvm/Support/Error.h"

namespace rafter {

struct TrainOptions {
  /// C4.5's CF: errors are estimated by the upper limit of this confidence.
  double Confidence = 0.25;
  /// C4.5's M: slices in at least two branches of a node.
  double LeastSlices = 2;
  /// Numbers are told apart if they differ by more. J48 takes 1e-5, too much
  /// for rates of rare events.
  double LeastGap = 0;
  /// Simplify the tree by what errors it is expected to make.
  bool Prune = true;
};

/// Trains a tree on some of the slices, all of which have labels. No slices, or
/// slices of one class only, are an error.
llvm::Expected<DecisionTree> trainTree(const LabelledSlices &Slices,
                                       llvm::ArrayRef<uint32_t> Rows,
                                       const TrainOptions &Options);

/// How many more errors than Errors are expected on other data in a leaf of
/// that many slices: the upper limit of the binomial's confidence interval.
double addedErrors(double Slices, double Errors, double Confidence);

/// The values of one slice for a tree that was trained on Slices.
std::vector<double> valuesOf(const LabelledSlices &Slices, size_t Row);

} // namespace rafter

#endif // RAFTER_FINGERPRINT_TREETRAINING_H
