//===- WatchedProcess.cpp - A child process and its end -------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rafter/Support/WatchedProcess.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/StringSaver.h"
#include "llvm/Support/raw_ostream.h"
#include <csignal>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace rafter;

static llvm::Error systemError(int Code, const char *Message) {
  return llvm::createStringError(std::error_code(Code, std::generic_category()),
                                 Message);
}

std::vector<std::string> rafter::splitArguments(llvm::StringRef Text) {
  llvm::BumpPtrAllocator Allocator;
  llvm::StringSaver Saver(Allocator);
  llvm::SmallVector<const char *> Words;
  llvm::cl::TokenizeGNUCommandLine(Text, Saver, Words);
  return {Words.begin(), Words.end()};
}

llvm::Expected<std::unique_ptr<WatchedProcess>>
WatchedProcess::start(bool ReadsNothing, llvm::function_ref<void()> InChild,
                      std::function<void()> OnEnd) {
  // What is buffered here must not be written twice.
  llvm::outs().flush();
  llvm::errs().flush();
  std::cout.flush();
  std::fflush(nullptr);
  // A process group of its own can be killed as a whole, but could not read
  // from the terminal.
  bool OwnGroup = ReadsNothing || !::isatty(STDIN_FILENO);
  pid_t Parent = ::getpid();
  pid_t Child = ::fork();
  if (Child < 0)
    return systemError(errno, "cannot start a process for the program");
  if (Child == 0) {
    if (OwnGroup)
      ::setpgid(0, 0);
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() == Parent)
      InChild();
    ::_exit(1);
  }
  if (OwnGroup)
    ::setpgid(Child, Child);
  std::unique_ptr<WatchedProcess> Process(
      new WatchedProcess(Child, OwnGroup, std::move(OnEnd)));
  auto Watch = [](void *P) -> void * {
    static_cast<WatchedProcess *>(P)->watch();
    return nullptr;
  };
  if (int Code =
          ::pthread_create(&Process->Watcher, nullptr, Watch, Process.get()))
    return systemError(Code, "cannot start a thread to watch the program");
  Process->Watched = true;
  return Process;
}

void WatchedProcess::watch() {
  siginfo_t Info;
  while (::waitid(P_PID, Child, &Info, WEXITED | WNOWAIT) != 0 &&
         errno == EINTR)
    ;
  Ended = true;
  OnEnd();
}

void WatchedProcess::kill() { ::kill(OwnGroup ? -Child : Child, SIGKILL); }

void WatchedProcess::stop() {
  Stopped = true;
  kill();
}

void WatchedProcess::join() {
  if (Watched)
    ::pthread_join(Watcher, nullptr);
  Watched = false;
}

WatchedProcess::~WatchedProcess() {
  if (Reaped)
    return;
  kill();
  join();
  ::waitpid(Child, nullptr, 0);
}

static std::string signalName(int Signal) {
  const char *Name = ::sigabbrev_np(Signal);
  return Name ? std::string("SIG") + Name : "signal " + std::to_string(Signal);
}

RunOutcome WatchedProcess::reap(double TimeLimit, int &Signal) {
  // Processes that the program has left behind end with it.
  if (OwnGroup)
    kill();
  int Status = 0;
  ::waitpid(Child, &Status, 0);
  Reaped = true;
  Signal = 0;
  RunOutcome Outcome;
  llvm::raw_string_ostream Text(Outcome.Description);
  if (Stopped) {
    Text << "stopped after the time limit of " << llvm::format("%g", TimeLimit)
         << " s";
    Outcome.Finished = false;
  } else if (WIFSIGNALED(Status)) {
    Signal = WTERMSIG(Status);
    Text << "killed by " << signalName(Signal);
    Outcome.Finished = false;
  } else {
    Outcome.ExitStatus = WEXITSTATUS(Status);
    Text << "exit status " << Outcome.ExitStatus;
  }
  return Outcome;
}
