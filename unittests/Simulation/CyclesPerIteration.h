//===- CyclesPerIteration.h - Predicted for tests --------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_UNITTESTS_SIMULATION_CYCLESPERITERATION_H
#define RAFTER_UNITTESTS_SIMULATION_CYCLESPERITERATION_H

#include "rafter/Simulation/Analyze.h"
#include "gtest/gtest.h"

namespace rafter::test {

/// Of the one loop that the source plays; 0 if it has no steady state.
inline double cyclesPerIteration(const InstructionTable &Table,
                                 const Processor &CPU,
                                 const InstructionSource &Source) {
  llvm::Expected<Prediction> P = predict(Table, CPU, Source);
  if (P)
    return P->CyclesPerIteration.value_or(0);
  ADD_FAILURE() << llvm::toString(P.takeError());
  return 0;
}

} // namespace rafter::test

#endif // RAFTER_UNITTESTS_SIMULATION_CYCLESPERITERATION_H
