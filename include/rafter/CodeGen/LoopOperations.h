//===- LoopOperations.h - The operations of a loop in the IR ----*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What of the IR can be found again after vectorizing and unrolling: loads,
// stores and floating-point operations, by their places in the source.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_CODEGEN_LOOPOPERATIONS_H
#define RAFTER_CODEGEN_LOOPOPERATIONS_H

#include "rafter/CodeGen/MachineLoops.h"

namespace llvm {
class Instruction;
class Value;
} // namespace llvm

namespace rafter {

/// The pointer of a load or store, masked ones included; null for others.
const llvm::Value *pointerOfAccess(const llvm::Instruction &I);

/// I without its step; none if it is no operation of that kind, or its place in
/// the source is unknown.
std::optional<LoopOperation> describeOperation(const llvm::Instruction &I);

} // namespace rafter

#endif // RAFTER_CODEGEN_LOOPOPERATIONS_H
