//===- Recording.h - Records into any sink ---------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_RECORDER_RECORDING_H
#define RAFTER_RECORDER_RECORDING_H

#include "rafter/Recorder/Record.h"
#include "rafter/TraceFiles/ExecutionSink.h"
#include <atomic>

namespace rafter {

/// Records parts of a program only: from each place on, so many instructions
/// of the first thread. The program gets an environment that is always the
/// same, so that it does the same in every run.
struct SampledRun {
  /// Instructions before each place, in ascending order; the places are at
  /// least Length apart. None: the program is only counted.
  std::vector<uint64_t> Places;
  uint64_t Length = 0;
  /// All that the program does is sent, not the places alone. Its environment
  /// is that of the run that counted either way, so that both do the same.
  bool All = false;
  /// Out: what the first thread executed.
  uint64_t Executed = 0;
};

/// Is told of the processes that the program starts. Whatever a process
/// executes is a process of its own here, as are forked ones that execute more
/// than some thousand blocks before they execute another program.
class ChildObserver {
public:
  virtual ~ChildObserver() = default;
  /// Where what this process executes is sent; until end() for Process.
  virtual ExecutionSink &begin(unsigned Process, const Executable &Program) = 0;
  /// It has ended, or the program has, which ends all others.
  virtual void end(unsigned Process, std::unique_ptr<Executable> Program,
                   std::vector<std::string> Command, RecordResult Result) = 0;
};

/// Runs Program, which Options.Command names, and sends what it executes to
/// Sink. Errors as for recordTrace. Once Cancelled, if there is one, is set by
/// another thread, the program is killed. Without Children the processes that
/// it starts are not followed.
llvm::Expected<RecordResult>
record(const RecordOptions &Options, const Executable &Program,
       ExecutionSink &Sink, const std::atomic<bool> *Cancelled = nullptr,
       SampledRun *Samples = nullptr, ChildObserver *Children = nullptr);

} // namespace rafter

#endif // RAFTER_RECORDER_RECORDING_H
