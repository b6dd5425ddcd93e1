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
// Between the two is a process that only watches: whatever loses its parent
// below it becomes its child, in whichever session (PR_SET_CHILD_SUBREAPER), so
// that it can end all of it; and a signal that the program sends to its parent
// goes there, where all that can be are blocked. If the program kills it, the
// program dies with it, and another one above it ends what is left.
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
  /// the caller's terminal, it gets no process group of its own. Errors: no
  /// process or thread can be started.
  static llvm::Expected<std::unique_ptr<WatchedProcess>>
  start(bool ReadsNothing, llvm::function_ref<void()> InChild,
        std::function<void()> OnEnd);
  /// Kills it with all it started.
  ~WatchedProcess();

  /// After join(): the name of the process when it ended.
  std::string name() const;
  /// After join(): seconds that the program took, and those in which its first
  /// thread neither had a processor nor wanted one; 0 if that is not known.
  double seconds() const { return HowEnded->Passed; }
  double secondsAsleep() const {
    return HowEnded->Runnable > 0 ? HowEnded->Passed - HowEnded->Runnable : 0;
  }
  /// True once it has ended; OnEnd is called after that.
  bool hasEnded() const { return Ended; }
  /// Kills it because its time is over, or because the user wants that.
  void stop(bool IsInterruption = false);
  /// Waits for the end.
  void join();
  /// After join(): reaps it and says how it ended. Signal gets what killed it,
  /// or 0.
  RunOutcome reap(double TimeLimit, int &Signal);

private:
  /// How the program ended, in memory shared with the processes between.
  struct End {
    std::atomic<bool> IsKnown;
    int Status;
    char Name[16];
    /// Seconds since it began, and those of its first thread on a processor or
    /// waiting for one; 0 if the system does not tell.
    double Passed, Runnable;
  };
  WatchedProcess(pid_t Child, int Control, End &HowEnded,
                 std::function<void()> OnEnd)
      : Child(Child), Control(Control), HowEnded(&HowEnded),
        OnEnd(std::move(OnEnd)) {}
  [[noreturn]] static void guard(int Control, bool OwnGroup, End &HowEnded,
                                 llvm::function_ref<void()> InChild);
  [[noreturn]] static void oversee(int Control, bool OwnGroup, End &HowEnded,
                                   llvm::function_ref<void()> InChild);
  void kill();
  void watch();

  /// The upper one of the processes between.
  pid_t Child;
  /// One of two sockets: when it is closed, all that the program started ends.
  int Control;
  End *HowEnded;
  std::function<void()> OnEnd;
  std::atomic<bool> Ended = false;
  bool Stopped = false, Interrupted = false, Reaped = false, Watched = false;
  /// Sleeps until the child ends. It allocates nothing: the C library would
  /// give its heap to a later child's program, outside the address window.
  pthread_t Watcher = {};
};

} // namespace rafter

#endif // RAFTER_SUPPORT_WATCHEDPROCESS_H
