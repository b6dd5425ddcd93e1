//===- Disambiguation.h - Loads that wait for store addresses ---*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A load may pass older stores whose addresses are not known yet. One that was
// wrong to do so waits for them from then on, for some executions. Which stores
// a core knows too late is a matter of time; here those count that form their
// address in another way than the load: where both add the same constant to the
// same register, as for values kept on the stack, the store's address is there
// when the load's is.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_SIMULATION_DISAMBIGUATION_H
#define RAFTER_LIB_SIMULATION_DISAMBIGUATION_H

#include "rafter/Simulation/Outcome.h"
#include <vector>

namespace rafter {

class Disambiguation {
public:
  explicit Disambiguation(const Processor &CPU)
      : Window(static_cast<uint32_t>(CPU.Core.DisambiguationWindow)) {}

  /// Whether a load waits. Operand is its memory operand's index in the table;
  /// A says which store it takes its value from.
  bool load(uint32_t Operand, const AccessOutcome &A) {
    if (Window == 0)
      return false;
    if (Operand >= Waiting.size())
      Waiting.resize(Operand + 1);
    uint32_t &Left = Waiting[Operand];
    bool Waits = Left != 0;
    if (A.StoreDistance != 0 && !A.Renamed)
      Left = Window;
    else if (Waits)
      --Left;
    return Waits;
  }

private:
  uint32_t Window;
  /// Executions for which each memory operand still waits.
  std::vector<uint32_t> Waiting;
};

} // namespace rafter

#endif // RAFTER_LIB_SIMULATION_DISAMBIGUATION_H
