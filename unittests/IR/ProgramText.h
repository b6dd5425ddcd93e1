//===- ProgramText.h - Programs as text for tests --------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parses IR written in a test and prints what it was lowered to, one operation
// a line: "%2 = add %0, %1" with registers, "x4" behind the kind of a vector.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_UNITTESTS_IR_PROGRAMTEXT_H
#define RAFTER_UNITTESTS_IR_PROGRAMTEXT_H

#include "rafter/IR/ProgramLowering.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

namespace rafter {

/// A parsed and lowered module; the test fails if either does.
struct Lowered {
  explicit Lowered(llvm::StringRef Text, const LoweringOptions &Options = {});
  llvm::LLVMContext Context;
  std::unique_ptr<llvm::Module> M;
  LoweredModule L;

  /// The operations of all segments of a function: "entry:" and "entry->loop:"
  /// (variant), "entry.1:" (after the first call) begin a segment.
  std::string text(llvm::StringRef Function) const;
  uint32_t registers(llvm::StringRef Function) const;
};

/// Parses IR; the test fails if it is broken.
std::unique_ptr<llvm::Module> parseText(llvm::StringRef Text,
                                        llvm::LLVMContext &Context);

} // namespace rafter

#endif // RAFTER_UNITTESTS_IR_PROGRAMTEXT_H
