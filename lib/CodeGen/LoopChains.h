//===- LoopChains.h - What an iteration waits for ---------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_CODEGEN_LOOPCHAINS_H
#define RAFTER_LIB_CODEGEN_LOOPCHAINS_H

#include "rafter/CodeGen/SourceLoops.h"

namespace llvm {
class Instruction;
class Loop;
} // namespace llvm

namespace rafter {

class AddressSteps;

/// What I computes with floating-point numbers.
std::optional<ComputeKind> computation(const llvm::Instruction &I);

/// What is on the way from Begin to Next, both of one iteration of L, where the
/// next one takes Next for Begin. None: there is no such way, or it takes no
/// time.
std::optional<Recurrence> chainBetween(const llvm::Value &Begin,
                                       const llvm::Value &Next,
                                       const llvm::Loop &L,
                                       const llvm::LoopInfo &Loops);

/// Those from a load to a store that a later iteration loads from again, at a
/// constant distance. What else L stores is taken to be elsewhere if it goes to
/// another object.
std::vector<Recurrence> chainsThroughMemory(const llvm::Loop &L,
                                            const llvm::LoopInfo &Loops,
                                            AddressSteps &Steps);

} // namespace rafter

#endif // RAFTER_LIB_CODEGEN_LOOPCHAINS_H
