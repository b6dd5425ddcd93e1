//===- ProgramStart.cpp - Inside the child process ------------------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles the program and runs it on a thread of its own: its stack has known
// bounds, and its heap is an arena that the compiler has not used, so that the
// program's addresses do not depend on what the analysis did before.
//
//===----------------------------------------------------------------------===//

#include "AddressWindow.h"
#include "ChildProcess.h"
#include "ChildRuntime.h"
#include "llvm/IR/Module.h"
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <iostream>
#include <malloc.h>
#include <new>
#include <pthread.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

using namespace rafter;

namespace {

/// What the program's thread needs.
struct Start {
  SharedRing &Ring;
  std::vector<char *> Arguments;
  int (*Entry)(int, char **, char **);
  void (*Constructors)();
  void (*Destructors)();
  char *StackLow = nullptr;
};

} // namespace

/// Large, so that a frame of some hundred kilobytes does not step over it.
static constexpr size_t GuardBytes = 1 << 20;

// The signal handler and the exit handler have no other way to it.
static Start *TheStart;

/// Notes what is about to kill the program. The signal's default action is
/// restored by SA_RESETHAND and takes place when the handler returns.
static void onFault(int, siginfo_t *Info, void *) {
  ControlBlock &C = TheStart->Ring.control();
  char *Address = static_cast<char *>(Info->si_addr);
  C.SignalCode = Info->si_code;
  C.StackOverflow = Address >= TheStart->StackLow - GuardBytes &&
                    Address < TheStart->StackLow + 4096;
  C.NullPointer = reinterpret_cast<uintptr_t>(Address) < 4096;
}

static void catchFaults() {
  static char AlternateStack[64 * 1024];
  stack_t Stack = {};
  Stack.ss_sp = AlternateStack;
  Stack.ss_size = sizeof AlternateStack;
  ::sigaltstack(&Stack, nullptr);
  struct sigaction Action = {};
  Action.sa_sigaction = onFault;
  Action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESETHAND;
  for (int Signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL})
    ::sigaction(Signal, &Action, nullptr);
}

/// Runs after the program's own exit handlers and instead of the compiler's.
static void onExit(int Status, void *) {
  TheStart->Destructors();
  std::cout.flush();
  std::cerr.flush();
  std::clog.flush();
  std::fflush(nullptr);
  ControlBlock &C = TheStart->Ring.control();
  C.ExitStatus = Status & 0xff;
  C.Phase = RunPhase::Exited;
  ::_exit(Status);
}

static void *runProgramThread(void *) {
  pthread_attr_t Attributes;
  void *Low = nullptr;
  size_t Size = 0;
  if (::pthread_getattr_np(::pthread_self(), &Attributes) == 0)
    ::pthread_attr_getstack(&Attributes, &Low, &Size);
  TheStart->StackLow = static_cast<char *>(Low);
  catchFaults();
  TheStart->Ring.control().Phase = RunPhase::Running;
  TheStart->Ring.callAttention();
  TheStart->Constructors();
  ::exit(TheStart->Entry(TheStart->Arguments.size() - 1,
                         TheStart->Arguments.data(), environ));
}

/// Undoes what the compiler has set up for itself.
static void restoreProcess() {
  // LLVM's ends the process.
  std::set_new_handler(nullptr);
  for (int Signal = 1; Signal != NSIG; ++Signal)
    ::signal(Signal, SIG_DFL);
  sigset_t None;
  sigemptyset(&None);
  ::sigprocmask(SIG_SETMASK, &None, nullptr);
}

static void redirect(const RunOptions &Options) {
  int Null = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  if (Options.DiscardOutput) {
    ::dup2(Null, STDOUT_FILENO);
    ::dup2(Null, STDERR_FILENO);
  }
  if (Options.EmptyInput)
    ::dup2(Null, STDIN_FILENO);
  ::close(Null);
}

[[noreturn]] static void fail(SharedRing &Ring, const std::string &Why) {
  std::strncpy(Ring.control().Message, Why.c_str(),
               sizeof Ring.control().Message - 1);
  Ring.control().Phase = RunPhase::Failed;
  ::_exit(1);
}

/// Takes a heap and keeps it.
static void *keepHeap(void *Taken) {
  sigset_t All;
  sigfillset(&All);
  ::pthread_sigmask(SIG_SETMASK, &All, nullptr);
  void *volatile Block = std::malloc(1);
  std::free(Block);
  ::pthread_barrier_wait(static_cast<pthread_barrier_t *>(Taken));
  while (true)
    ::pause();
}

/// After a fork the C library gives a new thread a heap that some thread of the
/// parent had. The program's thread is to get a new one, which lies inside the
/// address window: threads that do nothing take the others.
static void takeOldHeaps() {
#ifdef __GLIBC__
  char *Text = nullptr;
  size_t Size = 0;
  std::FILE *Stream = ::open_memstream(&Text, &Size);
  if (!Stream)
    return;
  ::malloc_info(0, Stream);
  std::fclose(Stream);
  size_t NumHeaps = llvm::StringRef(Text, Size).count("<heap ");
  std::free(Text);
  // The first is that of the thread that is left.
  for (; NumHeaps > 1; --NumHeaps) {
    pthread_barrier_t Taken;
    ::pthread_barrier_init(&Taken, nullptr, 2);
    pthread_t Thread;
    if (::pthread_create(&Thread, nullptr, keepHeap, &Taken) != 0)
      return;
    ::pthread_barrier_wait(&Taken);
  }
#endif
}

/// The program's stack is as large as the system would have made it.
static void startThread(SharedRing &Ring) {
  rlimit Limit = {};
  ::getrlimit(RLIMIT_STACK, &Limit);
  constexpr rlim_t Least = 1 << 20, Most = rlim_t(1) << 30;
  pthread_attr_t Attributes;
  ::pthread_attr_init(&Attributes);
  ::pthread_attr_setstacksize(
      &Attributes, std::clamp(Limit.rlim_cur, Least, Most) + GuardBytes);
  ::pthread_attr_setguardsize(&Attributes, GuardBytes);
  pthread_t Thread;
  if (int Error =
          ::pthread_create(&Thread, &Attributes, runProgramThread, nullptr))
    fail(Ring, std::string("cannot run the program: ") + std::strerror(Error));
  ::pthread_join(Thread, nullptr);
  // The program ended its thread but not itself.
  ::exit(0);
}

void rafter::runChild(std::unique_ptr<llvm::Module> M, SharedRing &Ring,
                      const RunOptions &Options,
                      const std::vector<std::string> &Arguments) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  restoreProcess();
  takeOldHeaps();
  startChildRuntime(Ring);
  llvm::Expected<ProgramImage> Image =
      ProgramImage::create(std::move(M), childRuntimeSymbols());
  if (!Image)
    fail(Ring, llvm::toString(Image.takeError()));
  auto Find = [&](llvm::StringRef Name) {
    llvm::Expected<void *> Address = Image->find(Name);
    if (!Address)
      fail(Ring, llvm::toString(Address.takeError()));
    return *Address;
  };
  auto Function = [&](llvm::StringRef Name) {
    return reinterpret_cast<void (*)()>(Find(Name));
  };
  Start S = {Ring,
             {},
             reinterpret_cast<decltype(Start::Entry)>(Find(ProbeEntrySymbol)),
             Function(ProbeConstructorsSymbol),
             Function(ProbeDestructorsSymbol)};
  TheStart = &S;
  auto *Own = static_cast<const void *const *>(Find(ProbeFunctionsSymbol));
  size_t NumOwn = 0;
  while (Own[NumOwn])
    ++NumOwn;
  setOwnFunctions({Own, NumOwn});

  for (const std::string &A : Arguments)
    S.Arguments.push_back(const_cast<char *>(A.c_str()));
  S.Arguments.push_back(nullptr);
  redirect(Options);
  ::on_exit(onExit, nullptr);
  confineMappings();
  startThread(Ring);
  ::_exit(1);
}
