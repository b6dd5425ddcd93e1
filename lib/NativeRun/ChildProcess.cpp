//===- ChildProcess.cpp - The process that runs the program ---------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The parent's view. A thread sleeps in waitid, so that the consumer of events
// needs to wait for one thing only.
//
//===----------------------------------------------------------------------===//

#include "ChildProcess.h"
#include "llvm/IR/Module.h"
#include <csignal>
#include <cstring>
#include <sys/prctl.h>

using namespace rafter;

/// Name of the child's main thread: it changes when the program is replaced.
static constexpr char ChildName[] = "rafter-program";

llvm::Expected<std::unique_ptr<ChildProcess>>
ChildProcess::start(std::unique_ptr<llvm::Module> M, SharedRing &Ring,
                    const RunOptions &Options,
                    const std::vector<std::string> &Arguments) {
  auto Process = WatchedProcess::start(
      Options.EmptyInput,
      [&] {
        ::prctl(PR_SET_NAME, ChildName);
        runChild(std::move(M), Ring, Options, Arguments);
      },
      [&Ring] { Ring.callAttention(); });
  if (!Process)
    return Process.takeError();
  return std::unique_ptr<ChildProcess>(
      new ChildProcess(std::move(*Process), Ring));
}

/// What the signal handler of the child found out.
static std::string cause(int Signal, const ControlBlock &C) {
  if (Signal == SIGFPE && C.SignalCode == FPE_INTDIV)
    return " (integer division by zero)";
  if (Signal != SIGSEGV && Signal != SIGBUS)
    return "";
  if (C.StackOverflow)
    return " (stack overflow)";
  return C.NullPointer && C.SignalCode > 0 ? " (null pointer)" : "";
}

llvm::Expected<RunOutcome> ChildProcess::outcome(const RunOptions &Options) {
  Process->join();
  bool Replaced = Process->name() != ChildName;
  int Signal = 0;
  RunOutcome Outcome = Process->reap(Options.TimeLimit, Signal);
  const ControlBlock &C = Ring.control();
  RunPhase Phase = C.Phase;
  if (Phase == RunPhase::Failed)
    return llvm::createStringError(
        std::string(C.Message, ::strnlen(C.Message, sizeof C.Message)));
  if (Signal != 0)
    Outcome.Description += cause(Signal, C);
  else if (Outcome.Finished && Replaced)
    Outcome.Description += " (of the program that replaced it)";
  if (Phase == RunPhase::Starting)
    return llvm::createStringError(
        "cannot run the program: its compilation ended with " +
        Outcome.Description);
  return Outcome;
}
