//===- PortTimetable.h - Which port does what in which cycle ----*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_SIMULATION_PORTTIMETABLE_H
#define RAFTER_SIMULATION_PORTTIMETABLE_H

#include <cstdint>
#include <string>
#include <vector>

namespace rafter {

/// What the ports do in some cycles of a loop's steady state (Gus paper,
/// Fig. 4). The simulation knows groups of ports; here each micro-operation
/// has one, in the first cycle from its predicted issue on in which its ports
/// have room beside everything older.
struct PortTimetable {
  static constexpr unsigned MostCycles = 32;

  struct Use {
    unsigned Cycle;
    /// Into Ports.
    unsigned Port;
    /// Index into the InstructionTable.
    uint32_t Instruction;
    /// From the oldest one that is there.
    unsigned Iteration;
  };
  /// Those that anything there may go to. Empty: there is no steady state.
  std::vector<std::string> Ports;
  unsigned Cycles = 0;
  /// By cycle, then by port.
  std::vector<Use> Uses;
  /// The most cycles that one of Uses comes after its predicted issue.
  unsigned Late = 0;
};

} // namespace rafter

#endif // RAFTER_SIMULATION_PORTTIMETABLE_H
