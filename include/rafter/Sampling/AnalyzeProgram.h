//===- AnalyzeProgram.h - What a program is bound by ------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_SAMPLING_ANALYZEPROGRAM_H
#define RAFTER_SAMPLING_ANALYZEPROGRAM_H

#include "rafter/Sampling/SampledProgram.h"
#include "rafter/WholeProgram/ProgramFinding.h"

namespace rafter {

/// Estimates the time of a sampled program on CPU, part by part, and what would
/// help each. Errors: CPU is of another architecture, the program ended before
/// the first window.
llvm::Expected<ProgramFinding> analyzeProgram(const SampledProgram &Program,
                                              const Processor &CPU);

} // namespace rafter

#endif // RAFTER_SAMPLING_ANALYZEPROGRAM_H
