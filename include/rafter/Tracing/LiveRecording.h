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

#ifndef RAFTER_TRACING_LIVERECORDING_H
#define RAFTER_TRACING_LIVERECORDING_H

#include "rafter/Tracing/Record.h"
#include "rafter/Tracing/TraceReader.h"
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

  struct Impl;
  Impl &impl() const { return *Contents; }

private:
  LiveRecording();
  std::unique_ptr<Impl> Contents;
};

/// The replay of a program that may still be running: from a thread's beginning
/// to the program's end, which it waits for. The streams are those of the trace
/// but for the table, which holds the code of the next few million instructions
/// while it grows. Errors: the temporary file cannot be read.
class LiveReplay final : public ThreadReplay {
public:
  /// All must outlive the replay.
  LiveReplay(LiveRecording &Recording, InstructionBuilder &Builder,
             InstructionTable &Table);
  ~LiveReplay() override;

private:
  llvm::Error playThread(InstructionConsumer &Consumer,
                         unsigned Thread) override;

  struct State;
  std::unique_ptr<State> Current;
};

} // namespace rafter

#endif // RAFTER_TRACING_LIVERECORDING_H
