//===- ConstantArgument.h - What all calls pass -----------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_IR_CONSTANTARGUMENT_H
#define RAFTER_IR_CONSTANTARGUMENT_H

#include <cstdint>
#include <optional>
#include <string>

namespace llvm {
class Argument;
class Function;
} // namespace llvm

namespace rafter {

/// The name of F in the source.
std::string functionName(const llvm::Function &F);

struct ConstantArgument {
  uint64_t Value = 0;
  /// "(argument of f, as in its only call in this module)".
  std::string How;
};

/// The constant that all calls of A's function in this module pass for A, but
/// those of the function itself; none if they do not, or if there is none.
std::optional<ConstantArgument> constantArgument(const llvm::Argument &A);

} // namespace rafter

#endif // RAFTER_IR_CONSTANTARGUMENT_H
