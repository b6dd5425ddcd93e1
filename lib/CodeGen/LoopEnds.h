//===- LoopEnds.h - How far a loop goes -------------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_CODEGEN_LOOPENDS_H
#define RAFTER_LIB_CODEGEN_LOOPENDS_H

namespace llvm {
class BasicBlock;
class Loop;
} // namespace llvm

namespace rafter {

/// Whether no way around L, which has one latch, passes by B.
bool isInEachIteration(const llvm::BasicBlock &B, const llvm::Loop &L);

/// Whether one of the comparisons that end L is with an argument of the
/// function, a pointer that stays or a large constant. A count that is loaded
/// mostly is of few.
bool mayBeLong(const llvm::Loop &L);

} // namespace rafter

#endif // RAFTER_LIB_CODEGEN_LOOPENDS_H
