//===- ChildProcess.h - The process that runs the program ------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Starts the child, in which the program is compiled, linked and run, and
// tells how it ended.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_NATIVERUN_CHILDPROCESS_H
#define RAFTER_LIB_NATIVERUN_CHILDPROCESS_H

#include "SharedRing.h"
#include "rafter/NativeRun/Run.h"
#include "rafter/Support/WatchedProcess.h"

namespace rafter {

/// What the child does. Does not return.
[[noreturn]] void runChild(std::unique_ptr<llvm::Module> M, SharedRing &Ring,
                           const RunOptions &Options,
                           const std::vector<std::string> &Arguments);

/// The running child. Its destructor kills it with all it started.
class ChildProcess {
public:
  /// An error if no process can be started.
  static llvm::Expected<std::unique_ptr<ChildProcess>>
  start(std::unique_ptr<llvm::Module> M, SharedRing &Ring,
        const RunOptions &Options, const std::vector<std::string> &Arguments);

  /// True once the program has ended; the ring called attention then.
  bool hasEnded() const { return Process->hasEnded(); }
  /// Kills the program because its time is over.
  void stop() { Process->stop(); }
  /// After the end: how it ended. An error if the program never began.
  llvm::Expected<RunOutcome> outcome(const RunOptions &Options);

private:
  ChildProcess(std::unique_ptr<WatchedProcess> Process, SharedRing &Ring)
      : Process(std::move(Process)), Ring(Ring) {}

  std::unique_ptr<WatchedProcess> Process;
  SharedRing &Ring;
};

} // namespace rafter

#endif // RAFTER_LIB_NATIVERUN_CHILDPROCESS_H
