//===- MachineFindings.h - Sensitivity and causality in reports -*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_SIMULATION_MACHINEFINDINGS_H
#define RAFTER_SIMULATION_MACHINEFINDINGS_H

#include "rafter/Method/Finding.h"
#include "rafter/Simulation/Prediction.h"

namespace rafter {

/// Speed-ups below this are no effect.
inline constexpr double LeastSpeedup = 1.005;

/// A result as a part of a report, "sensitivity" and "causality".
std::shared_ptr<const Finding> makeFinding(Sensitivity S);
std::shared_ptr<const Finding> makeFinding(Causality C);

/// Prints the lines of the source that cost cycles, with some around them, and
/// the instructions of each, with their shares, cycles and largest cause; what
/// is hot is coloured on terminals.
void printAnnotation(const Causality &C, SourceText &Source,
                     llvm::raw_ostream &OS);

} // namespace rafter

#endif // RAFTER_SIMULATION_MACHINEFINDINGS_H
