//===- TimedProgram.h - A function timed in its program ---------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A module is linked with clock readings around one of its functions and run on
// this machine, where it can write nothing but its output, which is kept.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_PASSES_TIMEDPROGRAM_H
#define RAFTER_PASSES_TIMEDPROGRAM_H

#include "llvm/Support/Error.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace llvm {
class Module;
} // namespace llvm

namespace rafter {

/// A run of a program to its end.
struct TimedRun {
  /// Ticks of the time-stamp counter in the function and what it calls, of each
  /// call in their order, without the first of several calls, in which the
  /// system brings pages. Of more than 65536 calls, several are in one.
  std::vector<uint64_t> Ticks;
  /// The calls that these ticks are of.
  uint64_t Calls = 0;
  int ExitStatus = 0;
  /// What it wrote to standard output.
  std::string Output;
};

class TimedProgram {
public:
  /// Function is a name in the source. Its code begins at the Place-th
  /// sixteenth byte of a line, of which there are Places, and nothing else
  /// moves by that. Errors: no main, the function is not defined in M or takes
  /// a variable number of arguments, M is for another target, and what code
  /// generation and the linker complain of.
  static llvm::Expected<TimedProgram>
  create(const llvm::Module &M, llvm::StringRef Function, unsigned Place);
  static constexpr unsigned Places = 4;
  TimedProgram(TimedProgram &&);
  ~TimedProgram();

  /// Runs main with Arguments and an empty standard input. Errors: the program
  /// was killed by a signal or after TimeLimit seconds, ended without leaving
  /// main or calling exit, or never called the function.
  llvm::Expected<TimedRun> run(const std::vector<std::string> &Arguments,
                               double TimeLimit);

private:
  struct State;
  explicit TimedProgram(std::unique_ptr<State> Linked);
  std::unique_ptr<State> Linked;
};

/// The largest relative difference between the numbers of two outputs, in
/// their order: 0 where the outputs are the same, none where the words between
/// the numbers differ or are not as many.
std::optional<double> relativeDifference(llvm::StringRef A, llvm::StringRef B);

} // namespace rafter

#endif // RAFTER_PASSES_TIMEDPROGRAM_H
