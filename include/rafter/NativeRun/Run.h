//===- Run.h - Runs a program and streams its events -----------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs the instrumented program as a child process and consumes its segment
// events while it runs. Whatever the child does, the analysis survives.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_NATIVERUN_RUN_H
#define RAFTER_NATIVERUN_RUN_H

#include "rafter/IR/ProgramLowering.h"
#include "rafter/NativeRun/DenormalCounts.h"
#include "rafter/Support/RunOutcome.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace rafter {

struct RunOptions {
  /// Function to start: "main", or one that takes only scalar parameters.
  std::string Entry = "main";
  /// Arguments, split like a shell does. For main they follow the program's
  /// name; for another function they are the values of its parameters.
  std::string Arguments;
  /// argv[0] of main.
  std::string ProgramName = "program";
  /// Region of interest: a function, by its name in the IR or in the source.
  /// Empty: Entry.
  std::string Function;
  /// Seconds of wall-clock time after which the program and all processes it
  /// started are killed; 0 is "no limit".
  double TimeLimit = 0;
  /// Sends the program's standard output and standard error to /dev/null.
  bool DiscardOutput = false;
  /// Lets the program read nothing instead of the caller's standard input.
  bool EmptyInput = false;
  /// Sends one event for many iterations of a loop where that can be done. The
  /// decoded stream is the same.
  bool LoopEvents = true;
};

struct RunResult {
  RunOutcome Outcome;
  /// Calls that were not seen, by name, sorted; only those that happened.
  std::vector<std::pair<std::string, uint64_t>> NotSeen;
  /// True if the region was entered.
  bool RegionEntered = false;
  /// Operations in the region with denormal operands or results, as far as it
  /// was left.
  DenormalCounts Denormals;
  /// Event words received.
  uint64_t Words = 0;
};

/// Runs M, whose lowering is L, and hands over its events (whole ones, as
/// SegmentDecoder::decode takes them) from the calling thread while the
/// program runs in a child process. M is not changed. However the program
/// ends, that is no error: the outcome tells, and what was seen until then was
/// handed over.
///
/// Errors: Entry or Function is not defined in M, the arguments do not fit, M
/// is for another target, code generation or linking fails (an unresolved
/// symbol is named), no process can be started, or Events returns an error,
/// upon which the child is killed.
llvm::Expected<RunResult>
runProgram(const llvm::Module &M, const LoweredModule &L,
           const RunOptions &Options,
           llvm::function_ref<llvm::Error(llvm::ArrayRef<uint64_t>)> Events);

} // namespace rafter

#endif // RAFTER_NATIVERUN_RUN_H
