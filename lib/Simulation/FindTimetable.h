//===- FindTimetable.h - Ports for what was issued --------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_SIMULATION_FINDTIMETABLE_H
#define RAFTER_LIB_SIMULATION_FINDTIMETABLE_H

#include "IssueLog.h"
#include "PreparedTable.h"
#include "rafter/Simulation/PortTimetable.h"

namespace rafter::simulation {

/// CyclesPerIteration: of the machine's loop.
PortTimetable findTimetable(const IssueLog &Log, const InstructionTable &Table,
                            const PreparedTable &Prepared,
                            double CyclesPerIteration);

} // namespace rafter::simulation

#endif // RAFTER_LIB_SIMULATION_FINDTIMETABLE_H
