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

#ifndef RAFTER_LIB_TRACING_CHILDPROCESS_H
#define RAFTER_LIB_TRACING_CHILDPROCESS_H

#include "SharedRing.h"
#include "rafter/Tracing/Run.h"
#include <pthread.h>
#include <sys/types.h>

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
  ~ChildProcess();

  /// True once the program has ended; the ring called attention then.
  bool hasEnded() const { return Ended; }
  /// Kills the program because its time is over.
  void stop();
  /// After the end: how it ended. An error if the program never began.
  llvm::Expected<RunOutcome> outcome(const RunOptions &Options);

private:
  ChildProcess(pid_t Child, bool OwnGroup, SharedRing &Ring)
      : Child(Child), OwnGroup(OwnGroup), Ring(Ring) {}
  void kill();
  void watch();

  pid_t Child;
  bool OwnGroup;
  SharedRing &Ring;
  std::atomic<bool> Ended = false;
  bool Stopped = false, Reaped = false;
  int Status = 0;
  /// Sleeps until the child ends. It allocates nothing: the C library would
  /// give its heap to a later child's program, outside the address window.
  pthread_t Watcher = {};
  bool Watched = false;
};

} // namespace rafter

#endif // RAFTER_LIB_TRACING_CHILDPROCESS_H
