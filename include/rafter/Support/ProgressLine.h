//===- ProgressLine.h - How far long work is --------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One line on a terminal that says what is being done, how far it is and how
// long it takes still. In a file or a pipe there is nothing.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_SUPPORT_PROGRESSLINE_H
#define RAFTER_SUPPORT_PROGRESSLINE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>
#include <string>

namespace rafter {

class ProgressLine {
public:
  enum class Verbosity : uint8_t {
    Quiet,
    Normal,
    /// A line for each thing that was done, with its time, also in pipes.
    Verbose
  };
  /// OS is where the line goes; it is shown if that is a terminal.
  ProgressLine(llvm::raw_ostream &OS, Verbosity V)
      : OS(OS), IsVerbose(V == Verbosity::Verbose),
        IsShown(V != Verbosity::Quiet && OS.is_displayed()) {}
  /// Leaves no line behind.
  ~ProgressLine() { end(); }

  /// What is being done, and the share of it that is done, in [0, 1].
  void show(llvm::StringRef What, double Share);
  /// The same of work whose end is not known: Done says how far it is.
  void show(llvm::StringRef What, const llvm::Twine &Done);
  /// The work is over.
  void end();

private:
  using Clock = std::chrono::steady_clock;
  void begin(llvm::StringRef NewWhat);
  bool isDue();
  double seconds(Clock::time_point Since) const {
    return std::chrono::duration<double>(Clock::now() - Since).count();
  }

  llvm::raw_ostream &OS;
  bool IsVerbose, IsShown;
  std::string What;
  Clock::time_point Began, Shown;
};

} // namespace rafter

#endif // RAFTER_SUPPORT_PROGRESSLINE_H
