//===- InstructionMix.h - What was executed, counted ------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The simplest method, and a pattern for others: it counts what a source
// executes by class, by the width of vectors and by source line.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_INSTRUCTIONMIX_INSTRUCTIONMIX_H
#define RAFTER_LIB_INSTRUCTIONMIX_INSTRUCTIONMIX_H

#include "rafter/Stream/Source.h"
#include <string>
#include <vector>

namespace rafter {

struct InstructionMix {
  /// What is counted: machine instructions, or operations of the IR.
  bool IsMachineCode = true;
  uint64_t Executed = 0;

  struct Count {
    std::string Name;
    uint64_t Executed = 0;
  };
  /// Classes that occur, in the order of InstructionClass or OperationKind.
  std::vector<Count> ByClass;
  /// Of floating-point computations, loads and stores, by the bits that one
  /// instruction works on; the narrowest first. What has no such width is left
  /// out.
  std::vector<Count> ByWidth;

  struct LineCount {
    /// Without a column; not valid for code without debug information.
    SourceLocation Source;
    uint64_t Executed = 0;
  };
  /// Most first.
  std::vector<LineCount> ByLine;
};

/// Plays S once and counts, machine instructions if it has them. Warming up
/// does not count. Errors are those of the source.
llvm::Expected<InstructionMix> countInstructions(Source &S);

} // namespace rafter

#endif // RAFTER_LIB_INSTRUCTIONMIX_INSTRUCTIONMIX_H
