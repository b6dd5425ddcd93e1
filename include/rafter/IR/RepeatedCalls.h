//===- RepeatedCalls.h - Is a function called more than once? --*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_IR_REPEATEDCALLS_H
#define RAFTER_IR_REPEATEDCALLS_H

#include <cstdint>
#include <optional>

namespace llvm {
class Function;
} // namespace llvm

namespace rafter {

/// Whether the module calls F more than once when it runs, as far as its code
/// says: from a loop, from several places, or from a function that is itself
/// called more than once. False where it has no call of F.
bool isCalledAgain(const llvm::Function &F);

/// Bytes of all variables of the module that F names or is passed, or that
/// pointers that it loads point to, whole. None: there are others.
std::optional<uint64_t> bytesOfObjects(const llvm::Function &F);

} // namespace rafter

#endif // RAFTER_IR_REPEATEDCALLS_H
