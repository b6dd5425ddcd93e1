//===- PartLimits.h - What binds the parts of a program ---------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_SAMPLING_PARTLIMITS_H
#define RAFTER_LIB_SAMPLING_PARTLIMITS_H

#include "rafter/Simulation/PartSimulation.h"
#include "rafter/WholeProgram/ProgramFinding.h"

namespace rafter {

/// Fills in the gains and steps of the parts at Ranked, whose cycles are known,
/// from the windows that Source plays, each with a run-up. The code of a part
/// is that of Options.
llvm::Error findLimits(const InstructionTable &Table, const Processor &CPU,
                       const InstructionSource &Source, PartOptions Options,
                       llvm::ArrayRef<size_t> Ranked,
                       std::vector<ProgramPart> &Parts);

/// What CPU can do at most.
ProgramRoofs roofsOf(const Processor &CPU);

} // namespace rafter

#endif // RAFTER_LIB_SAMPLING_PARTLIMITS_H
