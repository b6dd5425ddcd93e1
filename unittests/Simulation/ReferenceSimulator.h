//===- ReferenceSimulator.h - The simulation, written plainly ---*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_UNITTESTS_SIMULATION_REFERENCESIMULATOR_H
#define RAFTER_UNITTESTS_SIMULATION_REFERENCESIMULATOR_H

#include "MachineVariant.h"
#include "Outcome.h"
#include "rafter/Stream/Instruction.h"

namespace rafter::test {

/// Units of FixedTime.h until the last instruction has retired. Written from
/// the description of the model, without anything that makes it fast: all times
/// are kept from the beginning on, in 64 bits; order statistics are sorted.
int64_t referenceTime(const InstructionTable &Table, const Processor &CPU,
                      const OutcomeChunk &Outcomes,
                      const simulation::MachineVariant &Variant);

} // namespace rafter::test

#endif // RAFTER_UNITTESTS_SIMULATION_REFERENCESIMULATOR_H
