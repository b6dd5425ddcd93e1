//===- LoopEnds.h - How far a loop goes, and what comes next ----*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_CODEGEN_LOOPENDS_H
#define RAFTER_LIB_CODEGEN_LOOPENDS_H

#include "rafter/CodeGen/SourceLoops.h"

namespace llvm {
class BasicBlock;
class Loop;
class LoopInfo;
} // namespace llvm

namespace rafter {

/// Whether no way around L, which has one latch, passes by B.
bool isInEachIteration(const llvm::BasicBlock &B, const llvm::Loop &L);

/// Fewer iterations are over before the steady state pays.
inline constexpr uint64_t ManyIterations = 64;

/// By what the comparisons that end L are with, the farthest of them.
LoopLength lengthOf(const llvm::Loop &L);

/// Whether L is entered again, in a loop around it or where that was unrolled,
/// while what its chains of floating-point operations give is not known yet:
/// they begin anew, and no branch between looks at them.
bool entriesOverlap(const llvm::Loop &L, const llvm::LoopInfo &Loops);

} // namespace rafter

#endif // RAFTER_LIB_CODEGEN_LOOPENDS_H
