//===- LiveRecording.h - Plays a program while it runs ---------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thread of its own records the program into a temporary file, while others
// play what is there already: the first analysis of a run follows the program,
// later ones play the same again. The program does not wait for them.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_RECORDER_LIVERECORDING_H
#define RAFTER_RECORDER_LIVERECORDING_H

#include "rafter/Recorder/Record.h"
#include "rafter/TraceFiles/ChunkFile.h"
#include <optional>

namespace rafter {

class LiveRecording {
public:
  /// Starts Program, which Options.Command names. Errors: no temporary file can
  /// be created; those of the program come from finish().
  static llvm::Expected<std::unique_ptr<LiveRecording>>
  start(const RecordOptions &Options, std::unique_ptr<Executable> Program);
  /// Kills the program if it is still running.
  ~LiveRecording();

  /// Waits until another thread of the program has executed something in the
  /// region; none when the program has ended and there is none. In the order
  /// in which they filled a chunk, which of several threads is that of a race.
  std::optional<unsigned> nextThread();

  /// Waits for the program to end. Errors as for recordTrace. Call it once.
  llvm::Expected<RecordResult> finish();

  /// What is recorded, for LiveReplay.
  ChunkFile &file() const;

private:
  struct Impl;
  LiveRecording();
  std::unique_ptr<Impl> Contents;
};

} // namespace rafter

#endif // RAFTER_RECORDER_LIVERECORDING_H
