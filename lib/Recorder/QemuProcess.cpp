//===- QemuProcess.cpp - The process that emulates the program ------------===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "QemuProcess.h"
#include "rafter/Executable/Libraries.h"
#include "rafter/Support/InstalledFiles.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Program.h"
#include <algorithm>
#include <csignal>
#include <fcntl.h>
#include <linux/close_range.h>
#include <sys/personality.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace rafter;
using llvm::Expected;
using llvm::StringRef;

/// QEMU's name for the architecture; empty if there is no emulator for it that
/// the recorder supports.
static StringRef emulatorName(const llvm::Triple &Target) {
  switch (Target.getArch()) {
  case llvm::Triple::x86_64:
    return "qemu-x86_64";
  case llvm::Triple::aarch64:
    return "qemu-aarch64";
  case llvm::Triple::riscv64:
    return "qemu-riscv64";
  default:
    return "";
  }
}

/// A dynamic executable for another machine needs that machine's libraries.
static llvm::Error checkInterpreter(const RecordOptions &Options,
                                    const Executable &Program) {
  StringRef Interpreter = Program.interpreter();
  if (Interpreter.empty() ||
      llvm::sys::fs::exists(Options.Sysroot + Interpreter.str()))
    return llvm::Error::success();
  if (Options.Sysroot.empty())
    return llvm::createStringError(
        Program.path() + ": needs " + Interpreter +
        " of its own system: give its root with -rafter-sysroot=DIRECTORY, or "
        "link the program statically");
  return llvm::createStringError(Program.path() + ": needs " + Interpreter +
                                 ", which is not in " + Options.Sysroot);
}

/// Tells the plugin where the region's function is: in the program, by the
/// plugin's options, or in a library.
static llvm::Error placeRegion(const RecordOptions &Options,
                               const Executable &Program,
                               RecordingMemory &Memory,
                               std::string &PluginOptions) {
  if (Options.Function.empty())
    return llvm::Error::success();
  if (Options.UsesOutside)
    PluginOptions += ",outside=1";
  if (!Program.definesFunction(Options.Function))
    if (auto Found =
            findInLibraries(Program, Options.Function, Options.Sysroot))
      if (Memory.setEntry(Found->Path, Found->Offset))
        return llvm::Error::success();
  auto Function = Program.findFunction(Options.Function);
  if (!Function)
    return Function.takeError();
  PluginOptions += ",entry=0x" + llvm::utohexstr((*Function)->Address) +
                   ",code=0x" + llvm::utohexstr(Program.firstCodeAddress());
  return llvm::Error::success();
}

Expected<std::vector<std::string>>
QemuProcess::commandLine(const RecordOptions &Options,
                         const Executable &Program, RecordingMemory &Memory) {
  StringRef Name = emulatorName(Program.triple());
  if (Name.empty())
    return llvm::createStringError(
        Program.path() +
        ": recording works for x86-64, AArch64 and RISC-V "
        "(64 bits), not for " +
        Program.triple().getArchName());
  auto Emulator = llvm::sys::findProgramByName(Name);
  if (!Emulator)
    return llvm::createStringError(
        Name + " is not found: recording needs it (Debian package qemu-user)");
  if (llvm::Error E = checkInterpreter(Options, Program))
    return E;
  Expected<std::string> Plugin = findSharedObject(
      "RafterQemuPlugin.so", "RAFTER_QEMU_PLUGIN", RAFTER_QEMU_PLUGIN_BUILT);
  if (!Plugin)
    return Plugin.takeError();
  std::string PluginOption =
      *Plugin + ",fd=" + std::to_string(Memory.descriptor());
  if (llvm::Error E = placeRegion(Options, Program, Memory, PluginOption))
    return E;
  // All that QEMU can do; 7.2 has no name for that on RISC-V.
  StringRef CPU =
      Program.triple().isRISCV() ? "rv64,v=true,vext_spec=v1.0" : "max";
  // The same addresses and the same random bytes in every run.
  std::vector<std::string> Words = {*Emulator, "-cpu", CPU.str(), "-seed", "1"};
  if (!Options.Sysroot.empty())
    Words.insert(Words.end(), {"-L", Options.Sysroot});
  Words.insert(Words.end(), {"-plugin", *Plugin});
  Memory.setLaunch(Words);
  Memory.setCommand(Program.path(), Options.Command);
  Words.back() = PluginOption;
  Words.insert(Words.end(), {"-0", Options.Command.front(), Program.path()});
  Words.insert(Words.end(), Options.Command.begin() + 1, Options.Command.end());
  return Words;
}

/// What lies on a program's stack, its hash tables and its messages depend on
/// these.
static const char *const FixedVariables[] = {
    "PATH=/usr/local/bin:/usr/bin:/bin",
    "LC_ALL=C",
    "TZ=UTC",
    "HOME=/",
    "PYTHONHASHSEED=0",
    "PERL_HASH_SEED=0",
    nullptr};

/// In the child: what it would inherit becomes the same in every run. The size
/// of the stack is the usual one.
static void fixInheritance() {
  for (int Signal = 1; Signal != NSIG; ++Signal)
    ::signal(Signal, SIG_DFL);
  sigset_t None;
  ::sigemptyset(&None);
  ::sigprocmask(SIG_SETMASK, &None, nullptr);
  struct rlimit Stack = {};
  ::getrlimit(RLIMIT_STACK, &Stack);
  Stack.rlim_cur = std::min<rlim_t>(Stack.rlim_max, 8 << 20);
  ::setrlimit(RLIMIT_STACK, &Stack);
  ::umask(022);
  ::close_range(STDERR_FILENO + 1, ~0u, CLOSE_RANGE_CLOEXEC);
}

/// In the child: never returns.
[[noreturn]] static void execute(std::vector<char *> &Words,
                                 bool FixedEnvironment,
                                 const RecordOptions &Options, int Descriptor,
                                 int Output) {
  if (FixedEnvironment)
    fixInheritance();
  ::fcntl(Descriptor, F_SETFD, 0);
  ::personality(ADDR_NO_RANDOMIZE);
  int Nothing = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  if (Options.EmptyInput)
    ::dup2(Nothing, STDIN_FILENO);
  if (Options.DiscardOutput) {
    ::dup2(Nothing, STDOUT_FILENO);
    ::dup2(Nothing, STDERR_FILENO);
  }
  if (Output >= 0)
    ::dup2(Output, STDOUT_FILENO);
  ::execve(Words[0], Words.data(),
           FixedEnvironment ? const_cast<char *const *>(FixedVariables)
                            : environ);
  ::_exit(127);
}

Expected<std::unique_ptr<QemuProcess>>
QemuProcess::start(std::vector<std::string> CommandLine,
                   const RecordOptions &Options, RecordingMemory &Memory,
                   bool FixedEnvironment) {
  std::vector<char *> Words;
  for (std::string &Word : CommandLine)
    Words.push_back(Word.data());
  Words.push_back(nullptr);
  int Output = -1;
  if (!Options.OutputFile.empty())
    if (std::error_code EC = llvm::sys::fs::openFileForWrite(
            Options.OutputFile, Output, llvm::sys::fs::CD_CreateAlways,
            llvm::sys::fs::OF_None))
      return llvm::createStringError(EC, "cannot write '" + Options.OutputFile +
                                             "': " + EC.message());
  auto Process = WatchedProcess::start(
      Options.EmptyInput,
      [&] {
        execute(Words, FixedEnvironment, Options, Memory.descriptor(), Output);
      },
      [&Memory] { Memory.callAttention(); });
  if (Output >= 0)
    ::close(Output);
  if (!Process)
    return Process.takeError();
  return std::unique_ptr<QemuProcess>(
      new QemuProcess(std::move(*Process), Memory));
}

RunOutcome QemuProcess::outcome(const RecordOptions &Options, int *Signal) {
  Process->join();
  int Killer = 0;
  RunOutcome Outcome = Process->reap(Options.TimeLimit, Killer);
  if (Signal)
    *Signal = Killer;
  if (Outcome.Finished && Memory.replaced())
    Outcome.Description += " (of the program that replaced it)";
  return Outcome;
}
