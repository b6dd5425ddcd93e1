//===- Advice.h - What a limit means and what to try -----------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Turns the ranked limits of a sensitivity analysis into next steps: one line
// each, with the time that is left when the limit is gone.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_SIMULATION_ADVICE_H
#define RAFTER_SIMULATION_ADVICE_H

#include "rafter/Simulation/Prediction.h"
#include "llvm/ADT/ArrayRef.h"
#include <string>
#include <vector>

namespace rafter {

/// Cycles per iteration where P has them, cycles of the region otherwise: the
/// unit of Sensitivity::Remainder::Cycles.
double timeOf(const Prediction &P);

/// One thing to do, and what it would bring.
struct NextStep {
  /// The resources that bind together; mostly one.
  std::vector<Limit> Limits;
  /// One line without a full stop.
  std::string Advice;
  /// What is left of timeOf when this step and all earlier ones are done and
  /// the limits are gone entirely.
  double Cycles = 0;
  /// Predicted time as it is over Cycles.
  double Speedup = 1;
  /// Position in Causality::Instructions of the instruction that owes most to
  /// the limits; NoPosition where nothing is known.
  size_t Position = NoPosition;
  static constexpr size_t NoPosition = ~size_t(0);
};

/// Position in C of the instruction that owes the most cycles to Limits, the
/// earlier one of equals; NextStep::NoPosition without any.
size_t mostToBlame(const Causality &C, llvm::ArrayRef<Limit> Limits);

/// The next steps in order, at most Most; none where nothing helps. C may be
/// null: the advice is less specific then.
std::vector<NextStep> adviseNextSteps(const Sensitivity &S, const Causality *C,
                                      size_t Most = 3);

/// What holds up the instructions that a full buffer waits for: the latency of
/// operations or memory, or the bandwidth, that alone makes it fastest; none:
/// that alone brings nothing. A buffer is full because of something.
std::optional<Limit> fillsBuffers(const Sensitivity &S);

/// What is busy all the time where nothing helps when it is removed, since more
/// bind together than are looked for at a time; none: nothing is. It gains
/// nothing. C may be null.
std::optional<NextStep> busyAllTheTime(const Sensitivity &S,
                                       const Causality *C);

} // namespace rafter

#endif // RAFTER_SIMULATION_ADVICE_H
