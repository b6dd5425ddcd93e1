//===- QemuProcess.h - The process that emulates the program ---*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds QEMU and the plugin, starts the program in it, and tells how it ended.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_RECORDER_QEMUPROCESS_H
#define RAFTER_LIB_RECORDER_QEMUPROCESS_H

#include "RecordingMemory.h"
#include "rafter/Recorder/Record.h"
#include "rafter/Support/WatchedProcess.h"

namespace rafter {

class QemuProcess {
public:
  /// The command line that runs Program, with the plugin writing to Memory,
  /// which gets the region if that is a function of a library. Errors as for
  /// recordTrace.
  static llvm::Expected<std::vector<std::string>>
  commandLine(const RecordOptions &Options, const Executable &Program,
              RecordingMemory &Memory);

  /// Memory must outlive the process. FixedEnvironment: the program does not
  /// get the caller's environment but one that is always the same.
  static llvm::Expected<std::unique_ptr<QemuProcess>>
  start(std::vector<std::string> CommandLine, const RecordOptions &Options,
        RecordingMemory &Memory, bool FixedEnvironment = false);

  /// True once it has ended; the memory called attention then.
  bool hasEnded() const { return Process->hasEnded(); }
  /// Kills it because the time of the program is over.
  void stop(bool IsInterruption) { Process->stop(IsInterruption); }
  /// After the end. Signal, if not null, gets what killed the program.
  RunOutcome outcome(const RecordOptions &Options, int *Signal = nullptr);
  /// The same: what it took, and how long it waited for nobody's processor.
  double seconds() const { return Process->seconds(); }
  double secondsAsleep() const { return Process->secondsAsleep(); }

private:
  QemuProcess(std::unique_ptr<WatchedProcess> Process, RecordingMemory &Memory)
      : Process(std::move(Process)), Memory(Memory) {}

  std::unique_ptr<WatchedProcess> Process;
  RecordingMemory &Memory;
};

} // namespace rafter

#endif // RAFTER_LIB_RECORDER_QEMUPROCESS_H
