//===- WatchedProcess.h - A child process and its end ----------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the run of a module and the emulation of an executable have in common:
// a forked process that is killed with all it started, and a thread that sleeps
// until it ends.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_SUPPORT_WATCHEDPROCESS_H
#define RAFTER_SUPPORT_WATCHEDPROCESS_H

#include "rafter/Support/RunOutcome.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include <atomic>
#include <functional>
#include <memory>
#include <pthread.h>
#include <string>
#include <sys/types.h>
#include <vector>

namespace rafter {

/// The arguments in Text, split like a shell does.
std::vector<std::string> splitArguments(llvm::StringRef Text);

class WatchedProcess {
public:
  /// Forks. InChild is called in the child and must not return. OnEnd is called
  /// in a thread of its own when the child has ended. If the child reads from
  /// the caller's terminal, it gets no process group of its own, and what it
  /// started survives it. Errors: no process or thread can be started.
  static llvm::Expected<std::unique_ptr<WatchedProcess>>
  start(bool ReadsNothing, llvm::function_ref<void()> InChild,
        std::function<void()> OnEnd);
  /// Kills it with all it started.
  ~WatchedProcess();

  pid_t id() const { return Child; }
  /// True once it has ended; OnEnd is called after that.
  bool hasEnded() const { return Ended; }
  /// Kills it because its time is over.
  void stop();
  /// Waits for the end. The process keeps its number and its name.
  void join();
  /// After join(): reaps it and says how it ended. Signal gets what killed it,
  /// or 0.
  RunOutcome reap(double TimeLimit, int &Signal);

private:
  WatchedProcess(pid_t Child, bool OwnGroup, std::function<void()> OnEnd)
      : Child(Child), OwnGroup(OwnGroup), OnEnd(std::move(OnEnd)) {}
  void kill();
  void watch();

  pid_t Child;
  bool OwnGroup;
  std::function<void()> OnEnd;
  std::atomic<bool> Ended = false;
  bool Stopped = false, Reaped = false, Watched = false;
  /// Sleeps until the child ends. It allocates nothing: the C library would
  /// give its heap to a later child's program, outside the address window.
  pthread_t Watcher = {};
};

} // namespace rafter

#endif // RAFTER_SUPPORT_WATCHEDPROCESS_H
