//===- ConcordeAnalysis.h - A stream for Concorde --------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Cuts parts out of a stream of machine instructions, and predicts the cycles
// per instruction of each on a core of Concorde's design space.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_PASSES_CONCORDEANALYSIS_H
#define RAFTER_LIB_PASSES_CONCORDEANALYSIS_H

#include "InstructionAnalysis.h"

namespace rafter {

/// Fills Region.Concorde. A short stream is one part; of a long one parts at
/// random places are taken. Errors: no model or a bad one, a bad design, a
/// stream that is no machine code or is shorter than a window.
llvm::Error analyzeConcorde(const MachineStream &Stream,
                            const AnalysisOptions &Options,
                            RegionReport &Region);

} // namespace rafter

#endif // RAFTER_LIB_PASSES_CONCORDEANALYSIS_H
