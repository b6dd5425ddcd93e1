//===- RunOutcome.h - How a program ended -----------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_SUPPORT_RUNOUTCOME_H
#define RAFTER_SUPPORT_RUNOUTCOME_H

#include <string>

namespace rafter {

/// How a run of the program under analysis ended.
struct RunOutcome {
  /// One line, for example "exit status 0", "killed by SIGSEGV (stack
  /// overflow)", "stopped after the time limit of 10 s".
  std::string Description;
  /// True if the program left main or called exit, with whatever status.
  bool Finished = true;
  int ExitStatus = 0;
};

} // namespace rafter

#endif // RAFTER_SUPPORT_RUNOUTCOME_H
