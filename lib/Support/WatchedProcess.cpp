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
#include <cstdlib>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <iostream>
#include <new>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

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

namespace {

/// Of the kernel: sigprocmask leaves out two that the C library keeps for
/// itself, and that end a process whose library has not asked for them.
using SignalMask = uint64_t;

SignalMask blockAllSignals() {
  SignalMask All = ~SignalMask(0), Before = 0;
  ::syscall(SYS_rt_sigprocmask, SIG_SETMASK, &All, &Before, sizeof All);
  return Before;
}

void restoreSignals(SignalMask Before) {
  ::syscall(SYS_rt_sigprocmask, SIG_SETMASK, &Before, nullptr, sizeof Before);
}

/// Ends Program with its group, if it has one, and then whatever is or becomes
/// a child of this process.
void endAll(pid_t Program, bool OwnGroup) {
  if (Program > 0)
    ::kill(OwnGroup ? -Program : Program, SIGKILL);
  do {
    // Children are found by their parent; there may be more of them each time.
    if (DIR *Processes = ::opendir("/proc")) {
      while (dirent *Entry = ::readdir(Processes)) {
        pid_t Id = std::atoi(Entry->d_name);
        char Path[64], Text[512];
        std::snprintf(Path, sizeof Path, "/proc/%d/stat", int(Id));
        int File = Id > 0 ? ::open(Path, O_RDONLY | O_CLOEXEC) : -1;
        if (File < 0)
          continue;
        ssize_t Size = ::read(File, Text, sizeof Text - 1);
        ::close(File);
        Text[std::max<ssize_t>(Size, 0)] = 0;
        // The name may hold anything: behind its last parenthesis are the
        // state and the parent.
        const char *Rest = std::strrchr(Text, ')');
        int Parent = 0;
        if (Rest && std::sscanf(Rest, ") %*c %d", &Parent) == 1 &&
            Parent == ::getpid())
          ::kill(Id, SIGKILL);
      }
      ::closedir(Processes);
    }
  } while (::waitpid(-1, nullptr, 0) > 0 || errno == EINTR);
}

/// The name of a process, which it keeps until it is reaped.
void readName(pid_t Process, char (&Name)[16]) {
  char Path[64];
  std::snprintf(Path, sizeof Path, "/proc/%d/comm", int(Process));
  int File = ::open(Path, O_RDONLY | O_CLOEXEC);
  ssize_t Size = File < 0 ? 0 : ::read(File, Name, sizeof Name - 1);
  Name[std::max<ssize_t>(Size, 0)] = 0;
  Name[std::strcspn(Name, "\n")] = 0;
  if (File >= 0)
    ::close(File);
}

/// Seconds of Process, which may have ended, on a processor and waiting for
/// one: the first two numbers of /proc/PID/schedstat, in nanoseconds.
double runnableSeconds(pid_t Process) {
  char Path[64], Text[96];
  std::snprintf(Path, sizeof Path, "/proc/%d/schedstat", int(Process));
  int File = ::open(Path, O_RDONLY | O_CLOEXEC);
  ssize_t Size = File < 0 ? 0 : ::read(File, Text, sizeof Text - 1);
  Text[std::max<ssize_t>(Size, 0)] = 0;
  if (File >= 0)
    ::close(File);
  unsigned long long On = 0, For = 0;
  return std::sscanf(Text, "%llu %llu", &On, &For) == 2
             ? 1e-9 * double(On + For)
             : 0;
}

double now() {
  timespec T = {};
  ::clock_gettime(CLOCK_MONOTONIC, &T);
  return double(T.tv_sec) + 1e-9 * double(T.tv_nsec);
}

} // namespace

/// The process between: runs the program, and ends what is left of it when it
/// has ended or Control is closed.
void WatchedProcess::oversee(int Control, bool OwnGroup, End &HowEnded,
                             llvm::function_ref<void()> InChild) {
  SignalMask Before = blockAllSignals();
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  sigset_t OfChildren;
  ::sigemptyset(&OfChildren);
  ::sigaddset(&OfChildren, SIGCHLD);
  int Signals = ::signalfd(-1, &OfChildren, SFD_CLOEXEC | SFD_NONBLOCK);
  pid_t Self = ::getpid();
  double Begin = now();
  pid_t Program = Signals < 0 ? -1 : ::fork();
  if (Program == 0) {
    ::close(Control);
    ::close(Signals);
    if (OwnGroup)
      ::setpgid(0, 0);
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    restoreSignals(Before);
    if (::getppid() == Self)
      InChild();
    ::_exit(1);
  }
  if (OwnGroup && Program > 0)
    ::setpgid(Program, Program);
  HowEnded.Status = SIGKILL;
  pollfd Events[] = {{Control, POLLIN, 0}, {Signals, POLLIN, 0}};
  for (bool Runs = Program > 0; Runs;) {
    ::poll(Events, 2, -1);
    if (Events[0].revents != 0) {
      // It may have ended by itself in the meantime.
      ::kill(OwnGroup ? -Program : Program, SIGKILL);
    } else {
      signalfd_siginfo Ignored;
      while (::read(Signals, &Ignored, sizeof Ignored) > 0)
        ;
    }
    siginfo_t Info = {};
    int Options = WEXITED | WNOWAIT | (Events[0].revents != 0 ? 0 : WNOHANG);
    if (::waitid(P_PID, Program, &Info, Options) == 0 && Info.si_pid != 0) {
      readName(Program, HowEnded.Name);
      HowEnded.Passed = now() - Begin;
      HowEnded.Runnable = runnableSeconds(Program);
      ::waitpid(Program, &HowEnded.Status, 0);
      Runs = false;
    } else {
      // What was orphaned and has ended.
      while (::waitid(P_ALL, 0, &Info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
             Info.si_pid != 0 && Info.si_pid != Program)
        ::waitpid(Info.si_pid, nullptr, 0);
      Info.si_pid = 0;
    }
  }
  endAll(OwnGroup ? Program : 0, OwnGroup);
  HowEnded.IsKnown = true;
  ::_exit(0);
}

/// The program may kill the process between. What it left behind has this one
/// as its parent then.
void WatchedProcess::guard(int Control, bool OwnGroup, End &HowEnded,
                           llvm::function_ref<void()> InChild) {
  SignalMask Before = blockAllSignals();
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  pid_t Overseer = ::fork();
  if (Overseer == 0) {
    // Signals to the group of the caller or of the program are not for it.
    if (OwnGroup)
      ::setpgid(0, 0);
    restoreSignals(Before);
    oversee(Control, OwnGroup, HowEnded, InChild);
  }
  ::close(Control);
  int Status = 0;
  while (Overseer > 0 && ::waitpid(Overseer, &Status, WUNTRACED) == Overseer &&
         WIFSTOPPED(Status))
    ::kill(Overseer, SIGCONT);
  endAll(0, /*OwnGroup=*/false);
  if (!HowEnded.IsKnown) {
    // The program has died with its parent.
    HowEnded.Status = Overseer > 0 ? Status : SIGKILL;
    HowEnded.IsKnown = true;
  }
  ::_exit(0);
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
  void *Shared = ::mmap(nullptr, sizeof(End), PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  int Pipe[2];
  if (Shared == MAP_FAILED ||
      ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, Pipe) != 0)
    return systemError(errno, "cannot start a process for the program");
  End &HowEnded = *new (Shared) End();
  pid_t Child = ::fork();
  if (Child == 0) {
    ::close(Pipe[1]);
    if (OwnGroup)
      ::setpgid(0, 0);
    guard(Pipe[0], OwnGroup, HowEnded, InChild);
  }
  int Code = errno;
  ::close(Pipe[0]);
  if (Child < 0) {
    ::close(Pipe[1]);
    ::munmap(Shared, sizeof(End));
    return systemError(Code, "cannot start a process for the program");
  }
  std::unique_ptr<WatchedProcess> Process(
      new WatchedProcess(Child, Pipe[1], HowEnded, std::move(OnEnd)));
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
  siginfo_t Info = {};
  // A program may stop its parent.
  while (::waitid(P_PID, Child, &Info, WEXITED | WSTOPPED | WNOWAIT) != 0
             ? errno == EINTR
             : Info.si_code == CLD_STOPPED)
    if (Info.si_code == CLD_STOPPED) {
      ::waitid(P_PID, Child, &Info, WSTOPPED | WNOHANG);
      ::kill(Child, SIGCONT);
      Info = {};
    }
  Ended = true;
  OnEnd();
}

void WatchedProcess::kill() {
  if (Control < 0)
    return;
  // Another process may have been forked in between and hold this end, too. At
  // the other one there may be nobody any more.
  (void)!::send(Control, "", 1, MSG_NOSIGNAL);
  ::close(std::exchange(Control, -1));
}

std::string WatchedProcess::name() const { return HowEnded->Name; }

void WatchedProcess::stop(bool IsInterruption) {
  Stopped = true;
  Interrupted = IsInterruption;
  kill();
}

void WatchedProcess::join() {
  if (Watched)
    ::pthread_join(Watcher, nullptr);
  Watched = false;
}

WatchedProcess::~WatchedProcess() {
  kill();
  join();
  if (!Reaped)
    ::waitpid(Child, nullptr, 0);
  ::munmap(HowEnded, sizeof(End));
}

static std::string signalName(int Signal) {
  const char *Name = ::sigabbrev_np(Signal);
  return Name ? std::string("SIG") + Name : "signal " + std::to_string(Signal);
}

RunOutcome WatchedProcess::reap(double TimeLimit, int &Signal) {
  int Status = 0;
  ::waitpid(Child, &Status, 0);
  Reaped = true;
  if (HowEnded->IsKnown)
    Status = HowEnded->Status;
  Signal = 0;
  RunOutcome Outcome;
  llvm::raw_string_ostream Text(Outcome.Description);
  if (Stopped) {
    if (Interrupted)
      Text << "interrupted";
    else
      Text << "stopped after the time limit of "
           << llvm::format("%g", TimeLimit) << " s";
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
