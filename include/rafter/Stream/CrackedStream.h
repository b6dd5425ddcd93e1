//===- CrackedStream.h - Whatever plays cracked instructions ----*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A trace of another tool, a recorded one, a file of regions: none of their
// consumers knows which.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_STREAM_CRACKEDSTREAM_H
#define RAFTER_STREAM_CRACKEDSTREAM_H

#include "rafter/Stream/CrackedInstruction.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace rafter {

/// The instructions of one thread, in program order.
class CrackedStream {
public:
  /// Takes one or more whole instructions, all of their parts, and says whether
  /// there should be more.
  using Visitor = llvm::function_ref<bool(llvm::ArrayRef<CrackedInstruction>)>;

  virtual ~CrackedStream() = default;
  /// Plays what was not played before, until Visit has enough. Errors name the
  /// file and the position.
  virtual llvm::Error play(Visitor Visit) = 0;
  /// "ChampSim", "DynamoRIO drmemtrace, version 6", "recorded": for reports.
  virtual std::string format() const = 0;
  /// "x86_64", "aarch64"; empty if the trace does not tell.
  virtual std::string architecture() const { return ""; }
};

} // namespace rafter

#endif // RAFTER_STREAM_CRACKEDSTREAM_H
