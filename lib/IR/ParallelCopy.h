//===- ParallelCopy.h - Copies that happen at once -------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Puts the copies of an edge's phi nodes, which happen at once, in an order in
// which they can be done one after the other.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_IR_PARALLELCOPY_H
#define RAFTER_LIB_IR_PARALLELCOPY_H

#include "rafter/Stream/Operation.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace rafter {

/// One register takes the value of another, or becomes ready when Source is
/// NoRegister.
struct RegisterCopy {
  Register Destination;
  Register Source;
  bool operator==(const RegisterCopy &) const = default;
};

/// Orders Copies, whose destinations are distinct. Cycles go through registers
/// that NewTemporary gives. Copies of a register to itself are dropped.
std::vector<RegisterCopy>
sequentialize(std::vector<RegisterCopy> Copies,
              llvm::function_ref<Register()> NewTemporary);

} // namespace rafter

#endif // RAFTER_LIB_IR_PARALLELCOPY_H
