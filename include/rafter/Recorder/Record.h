//===- Record.h - Records executables through QEMU -------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs an executable in QEMU's user mode with our plugin, which reports what is
// executed, and consumes that while the program runs. Whatever the program
// does, the analysis survives.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_RECORDER_RECORD_H
#define RAFTER_RECORDER_RECORD_H

#include "rafter/Executable/Executable.h"
#include "rafter/Stream/Instruction.h"
#include "rafter/Support/RunOutcome.h"
#include "rafter/TraceFiles/TraceReader.h"
#include <functional>

namespace rafter {

struct RecordOptions {
  /// The program, which is looked up like a shell does, and its arguments.
  std::vector<std::string> Command;
  /// Region of interest: a function of the executable, with all that it calls.
  /// Empty: everything.
  std::string Function;
  /// With a function: also what lines the program uses outside of it.
  bool UsesOutside = false;
  /// Seconds of wall-clock time after which the program and all processes it
  /// started are killed; 0 is "no limit".
  double TimeLimit = 0;
  /// Where a dynamic executable for another machine finds its libraries.
  std::string Sysroot;
  /// Sends the program's standard output and standard error to /dev/null.
  bool DiscardOutput = false;
  /// Sends the program's standard output to this file instead; empty: no.
  std::string OutputFile;
  /// Lets the program read nothing instead of the caller's standard input.
  bool EmptyInput = false;
  /// Called now and then with the number of instructions recorded so far.
  std::function<void(uint64_t Instructions)> Progress;
};

struct RecordResult {
  RunOutcome Outcome;
  /// True if the region was entered.
  bool RegionEntered = false;
  std::vector<TraceThread> Threads;
  /// Executed in the region, by all threads, and outside of it.
  uint64_t Instructions = 0;
  uint64_t OutsideInstructions = 0;
  /// That the run took in QEMU, and those of its first thread without a
  /// processor or the wish for one.
  double Seconds = 0, SecondsAsleep = 0;
  /// What a report must say, one line each: several threads, instructions that
  /// QEMU lacks, a program that replaced itself.
  std::vector<std::string> Remarks;
};

/// The executable that Command names, found like a shell does. Errors: not
/// found, Executable::open's.
llvm::Expected<std::unique_ptr<Executable>>
openProgram(llvm::StringRef Command);

/// Command with the interpreter in front if it names a script, as execve(2)
/// puts it there; "env NAME" is NAME. Errors: not found, cannot be read.
llvm::Expected<std::vector<std::string>>
commandOfScript(std::vector<std::string> Command);

/// Records into the trace file Path, which gets its name when it is complete.
/// However the program ends, that is no error: the outcome tells, and what was
/// executed until then is in the trace.
///
/// Errors: the program is not found or no executable, its architecture is none
/// of x86-64, AArch64 and RISC-V (64 bits), Function is unknown, QEMU is
/// missing (the package is named) or refuses the plugin or the program, no
/// process can be started, Path or OutputFile cannot be written.
llvm::Expected<RecordResult> recordTrace(const RecordOptions &Options,
                                         llvm::StringRef Path);

} // namespace rafter

#endif // RAFTER_RECORDER_RECORD_H
