//===- SignalHandlers.cpp - Handlers that the program installs ------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A handler may run between any two instructions, also in the middle of an
// event. What it does is therefore not recorded: the program's signal and
// sigaction install a function that says so around the program's own.
//
//===----------------------------------------------------------------------===//

#include "ChildRuntime.h"
#include <cerrno>
#include <csignal>

using namespace rafter;

// Indexed by signal number, which is all that a handler gets.
static std::atomic<void (*)(int, siginfo_t *, void *)> Handlers[NSIG];

static void handle(int Signal, siginfo_t *Info, void *Context) {
  bool Outermost = beginSignalHandler(__builtin_frame_address(0));
  if (auto *Handler = Handlers[Signal].load())
    Handler(Signal, Info, Context);
  if (Outermost)
    endSignalHandler();
}

static bool isFunction(const struct sigaction &Action) {
  return (Action.sa_flags & SA_SIGINFO) ||
         (Action.sa_handler != SIG_DFL && Action.sa_handler != SIG_IGN);
}

/// sigaction, as the program sees it.
static int setAction(int Signal, const struct sigaction *New,
                     struct sigaction *Old) {
  if (Signal <= 0 || Signal >= NSIG)
    return ::sigaction(Signal, New, Old);
  if (New)
    leaveSignal(Signal);
  auto *Before = Handlers[Signal].load();
  struct sigaction Action, Previous;
  if (New) {
    Action = *New;
    if (isFunction(Action)) {
      // A handler of one argument takes three as well.
      Handlers[Signal] = Action.sa_sigaction;
      Action.sa_sigaction = handle;
    }
  }
  int Result = ::sigaction(Signal, New ? &Action : nullptr, &Previous);
  if (Result != 0)
    Handlers[Signal] = Before;
  else if (Old) {
    *Old = Previous;
    if (isFunction(Previous) && Previous.sa_sigaction == handle)
      Old->sa_sigaction = Before;
  }
  return Result;
}

/// signal with the semantics of the C library: the call that is interrupted
/// goes on, and the handler stays.
static sighandler_t setHandler(int Signal, sighandler_t Handler) {
  struct sigaction Action = {}, Previous = {};
  Action.sa_handler = Handler;
  Action.sa_flags = SA_RESTART;
  sigemptyset(&Action.sa_mask);
  return setAction(Signal, &Action, &Previous) == 0 ? Previous.sa_handler
                                                    : SIG_ERR;
}

/// sigprocmask and pthread_sigmask, which are the same here.
static int setMask(int How, const sigset_t *New, sigset_t *Old) {
  if (New && How != SIG_UNBLOCK)
    for (int Signal : {SIGFPE, SIGTRAP})
      if (sigismember(New, Signal) == 1)
        leaveSignal(Signal);
  return ::pthread_sigmask(How, New, Old);
}
static int setProcessMask(int How, const sigset_t *New, sigset_t *Old) {
  int Error = setMask(How, New, Old);
  if (Error == 0)
    return 0;
  errno = Error;
  return -1;
}

std::vector<ProgramImage::Symbol> rafter::signalSymbols() {
  return {{"pthread_sigmask", reinterpret_cast<void *>(setMask)},
          {"sigprocmask", reinterpret_cast<void *>(setProcessMask)},
          {"sigaction", reinterpret_cast<void *>(setAction)},
          {"signal", reinterpret_cast<void *>(setHandler)}};
}
