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
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <csignal>
#include <cstring>
#include <fstream>
#include <iostream>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace rafter;

/// Name of the child's main thread: it changes when the program is replaced.
static constexpr char ChildName[] = "rafter-program";

/// The name of a process, which it keeps until it is reaped.
static std::string processName(pid_t Process) {
  std::ifstream File("/proc/" + std::to_string(Process) + "/comm");
  std::string Name;
  std::getline(File, Name);
  return Name;
}

llvm::Expected<std::unique_ptr<ChildProcess>>
ChildProcess::start(std::unique_ptr<llvm::Module> M, SharedRing &Ring,
                    const RunOptions &Options,
                    const std::vector<std::string> &Arguments) {
  // What is buffered here must not be written twice.
  llvm::outs().flush();
  llvm::errs().flush();
  std::cout.flush();
  std::fflush(nullptr);
  // A process group of its own can be killed as a whole, but could not read
  // from the terminal.
  bool OwnGroup = Options.EmptyInput || !::isatty(STDIN_FILENO);
  pid_t Parent = ::getpid();
  pid_t Child = ::fork();
  if (Child < 0)
    return llvm::createStringError(
        std::error_code(errno, std::generic_category()),
        "cannot start a process for the program");
  if (Child == 0) {
    if (OwnGroup)
      ::setpgid(0, 0);
    ::prctl(PR_SET_NAME, ChildName);
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != Parent)
      ::_exit(1);
    runChild(std::move(M), Ring, Options, Arguments);
  }
  if (OwnGroup)
    ::setpgid(Child, Child);
  std::unique_ptr<ChildProcess> Process(
      new ChildProcess(Child, OwnGroup, Ring));
  auto Watch = [](void *P) -> void * {
    static_cast<ChildProcess *>(P)->watch();
    return nullptr;
  };
  if (int Code =
          ::pthread_create(&Process->Watcher, nullptr, Watch, Process.get()))
    return llvm::createStringError(
        std::error_code(Code, std::generic_category()),
        "cannot start a thread to watch the program");
  Process->Watched = true;
  return Process;
}

void ChildProcess::watch() {
  siginfo_t Info;
  while (::waitid(P_PID, Child, &Info, WEXITED | WNOWAIT) != 0 &&
         errno == EINTR)
    ;
  Ended = true;
  Ring.callAttention();
}

void ChildProcess::kill() { ::kill(OwnGroup ? -Child : Child, SIGKILL); }

void ChildProcess::stop() {
  Stopped = true;
  kill();
}

ChildProcess::~ChildProcess() {
  if (Reaped)
    return;
  kill();
  if (Watched)
    ::pthread_join(Watcher, nullptr);
  ::waitpid(Child, &Status, 0);
}

static std::string signalName(int Signal) {
  const char *Name = ::sigabbrev_np(Signal);
  return Name ? std::string("SIG") + Name : "signal " + std::to_string(Signal);
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
  ::pthread_join(Watcher, nullptr);
  Watched = false;
  bool Replaced = processName(Child) != ChildName;
  // Processes that the program has left behind end with it.
  if (OwnGroup)
    kill();
  ::waitpid(Child, &Status, 0);
  Reaped = true;

  const ControlBlock &C = Ring.control();
  RunOutcome Outcome;
  llvm::raw_string_ostream Text(Outcome.Description);
  RunPhase Phase = C.Phase;
  if (Phase == RunPhase::Failed)
    return llvm::createStringError(
        std::string(C.Message, ::strnlen(C.Message, sizeof C.Message)));
  if (Stopped) {
    Text << "stopped after the time limit of "
         << llvm::format("%g", Options.TimeLimit) << " s";
    Outcome.Finished = false;
  } else if (WIFSIGNALED(Status)) {
    Text << "killed by " << signalName(WTERMSIG(Status))
         << cause(WTERMSIG(Status), C);
    Outcome.Finished = false;
  } else {
    Outcome.ExitStatus = WEXITSTATUS(Status);
    Text << "exit status " << Outcome.ExitStatus;
    if (Replaced)
      Text << " (of the program that replaced it)";
  }
  if (Phase == RunPhase::Starting)
    return llvm::createStringError(
        "cannot run the program: its compilation ended with " +
        Outcome.Description);
  return Outcome;
}
