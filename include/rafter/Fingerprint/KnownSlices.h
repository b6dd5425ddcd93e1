//===- KnownSlices.h - How far a slice is from the training ----*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tree has a class for everything. So a model keeps some slices of each run
// that it learned from: what is farther from all of them than runs of one class
// are from each other is unknown.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_FINGERPRINT_KNOWNSLICES_H
#define RAFTER_FINGERPRINT_KNOWNSLICES_H

#include "rafter/Fingerprint/DecisionTree.h"
#include "rafter/Fingerprint/LabelledSlices.h"

namespace rafter {

/// Slices that stand for those of the training.
class KnownSlices {
public:
  struct Slice {
    uint32_t Label = 0;
    /// Numbers the runs of the training.
    uint32_t Run = 0;
    std::vector<double> Values;
  };
  /// The nearest slice.
  struct Near {
    /// In units of Reach; infinite without a common value.
    double Distance = 0;
    uint32_t Label = 0;
    /// The attribute that is farthest apart.
    uint32_t Attribute = 0;
  };

  /// By attribute: what a tenth of the values that are not 0 are below. Up to
  /// it differences count as such and above which ratios do; 0 for attributes
  /// that do not count (nominal ones, and those that are always 0).
  std::vector<double> Scale;
  std::vector<Slice> Slices;
  /// The distance within which 95 % of the training's slices have a slice of
  /// their class in another run, at least 0.2; 0 where no class has two runs,
  /// and then nothing is called unknown.
  double Reach = 0;

  bool isEmpty() const { return Slices.empty() || Reach <= 0; }
  /// The nearest slice to one with these values, by attribute of the tree. Not
  /// for empty ones.
  Near nearest(SliceValues Values) const;

private:
  friend KnownSlices rememberSlices(const LabelledSlices &,
                                    llvm::ArrayRef<uint32_t>);
  /// The root of the mean square over attributes that both have of the
  /// differences of asinh(value / scale).
  double distance(SliceValues A, SliceValues B) const;
};

/// What to keep of the labelled Rows: up to 512 slices, as many of each run,
/// each the farthest from those of its run before it.
KnownSlices rememberSlices(const LabelledSlices &Slices,
                           llvm::ArrayRef<uint32_t> Rows);

} // namespace rafter

#endif // RAFTER_FINGERPRINT_KNOWNSLICES_H
