//===- SyntheticSets.h - Samples of known functions ------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_UNITTESTS_CONCORDE_SYNTHETICSETS_H
#define RAFTER_UNITTESTS_CONCORDE_SYNTHETICSETS_H

#include "TrainingSet.h"
#include "rafter/Support/RandomNumbers.h"
#include <algorithm>

namespace rafter::concorde {

/// Rows of Inputs random inputs; the target's logarithm is the greatest of the
/// first three plus a little of the fourth: a bound and an interaction.
inline TrainingSet syntheticSet(size_t Rows, unsigned Inputs, uint64_t Seed) {
  RandomNumbers Random(Seed, 7);
  TrainingSet Set;
  Set.NumInputs = Inputs;
  for (size_t R = 0; R != Rows; ++R) {
    std::vector<float> X(Inputs);
    for (float &V : X)
      V = 2 * Random.share() - 1;
    for (float V : X)
      Set.Inputs.push_back(packBFloat16(V));
    Set.LogTargets.push_back(std::max({X[0], X[1], X[2]}) + 0.2f * X[3]);
  }
  return Set;
}

} // namespace rafter::concorde

#endif // RAFTER_UNITTESTS_CONCORDE_SYNTHETICSETS_H
