//===- TrainingSet.h - Scaled inputs and what to predict -------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The samples as training reads them: the network's inputs, and logarithms of
// the targets.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_CONCORDE_TRAININGSET_H
#define RAFTER_LIB_CONCORDE_TRAININGSET_H

#include "FeatureScaling.h"

namespace rafter::concorde {

struct TrainingSet {
  unsigned NumInputs = 0;
  /// Row after row, as packBFloat16 packs them.
  std::vector<uint16_t> Inputs;
  /// Natural logarithms of what is to be predicted, one for each row.
  std::vector<float> LogTargets;

  size_t rows() const { return LogTargets.size(); }
  const uint16_t *row(size_t R) const { return Inputs.data() + R * NumInputs; }

  /// Adds a row. Codes and Scaling have NumInputs features; Target is positive.
  void add(const FeatureScaling &Scaling, llvm::ArrayRef<FeatureCode> Codes,
           double Target);
};

} // namespace rafter::concorde

#endif // RAFTER_LIB_CONCORDE_TRAININGSET_H
