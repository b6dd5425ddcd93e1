//===- RunFixture.h - Runs a program written in a test ---------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs IR and keeps what a consumer of the decoded stream would see.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_UNITTESTS_NATIVERUN_RUNFIXTURE_H
#define RAFTER_UNITTESTS_NATIVERUN_RUNFIXTURE_H

#include "rafter/NativeRun/Run.h"
#include "rafter/Stream/Operation.h"
#include <array>

namespace rafter {

/// One run: the result, or an error's text, and the decoded stream.
struct ProgramRun {
  /// Runs the program with its output discarded.
  explicit ProgramRun(llvm::StringRef Text, RunOptions Options = {});

  RunResult Result;
  std::string Error;
  /// Executed elements by kind, as in "3 loads".
  std::array<uint64_t, 8> Elements = {};
  uint64_t Regions = 0;
  /// The first operations: kind and registers with the frame added, for
  /// example "add 3 <- 1 2".
  std::vector<std::string> Operations;
  /// Of all operations, with their addresses relative to the first one.
  uint64_t Hash = 0;
  std::vector<uint64_t> Addresses;

  uint64_t count(OperationKind Kind) const {
    return Elements[static_cast<unsigned>(Kind)];
  }
  uint64_t unseen(llvm::StringRef Name) const;
};

} // namespace rafter

#endif // RAFTER_UNITTESTS_NATIVERUN_RUNFIXTURE_H
