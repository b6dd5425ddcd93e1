//===- ProgramParts.h - Functions and loops of a run ------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_SAMPLING_PROGRAMPARTS_H
#define RAFTER_LIB_SAMPLING_PROGRAMPARTS_H

#include "rafter/Sampling/SampledSource.h"
#include "rafter/WholeProgram/ProgramFinding.h"

namespace rafter {

/// The functions and loops that were executed, and which code is of which.
struct ProgramParts {
  /// Part 0 is code of no function. Cycles are not filled in.
  std::vector<ProgramPart> Parts;
  /// Of each instruction of the table.
  std::vector<uint32_t> PartOf;
  /// For each variant how many of its instructions are of which part.
  struct Share {
    uint32_t Part, Instructions = 0, Flops = 0, Bytes = 0;
  };
  std::vector<llvm::SmallVector<Share, 1>> OfVariant;
  /// Of the last instruction of each block.
  std::vector<uint32_t> PartOfCall;

  /// Instructions of each part among what Thread executed.
  std::vector<double> countedIn(const SampledThread &Thread) const;
};

ProgramParts findParts(const SampledProgram &Program,
                       const SampledSource &Source);

} // namespace rafter

#endif // RAFTER_LIB_SAMPLING_PROGRAMPARTS_H
