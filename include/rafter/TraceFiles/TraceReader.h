//===- TraceReader.h - Recorded executions on disk --------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A trace holds the executed blocks of machine code, byte by byte, in which
// order each thread executed them and what they accessed. It names no CPU: it
// is replayed on any model of its architecture, any number of times.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_TRACEFILES_TRACEREADER_H
#define RAFTER_TRACEFILES_TRACEREADER_H

#include "rafter/Stream/Instruction.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/TargetParser/Triple.h"
#include <memory>
#include <string>
#include <vector>

namespace rafter {

class InstructionBuilder;

/// What was recorded.
struct TraceInfo {
  llvm::Triple Target;
  /// The program and its arguments.
  std::vector<std::string> Command;
  /// Region of interest; empty: the whole program.
  std::string Function;
};

/// One thread of the program, in the order of their starts.
struct TraceThread {
  /// Executed instructions in the region, as the emulator counts them (each
  /// iteration of a repeated string instruction is one).
  uint64_t Instructions = 0;
  uint64_t Accesses = 0;
  /// How often the region was entered.
  uint64_t Entries = 0;
};

class TraceReader {
public:
  /// Reads the file's frame and checks all of it. A trace that is cut short or
  /// damaged opens if it has a beginning; damage() tells. Errors name the file
  /// and the cause: no trace, another version, nothing left of it.
  static llvm::Expected<std::unique_ptr<TraceReader>>
  open(llvm::StringRef Path);
  static llvm::Expected<std::unique_ptr<TraceReader>>
  read(std::unique_ptr<llvm::MemoryBuffer> Buffer);
  ~TraceReader();

  /// True if Buffer begins like a trace.
  static bool isTrace(llvm::StringRef Buffer);

  const TraceInfo &info() const;
  llvm::ArrayRef<TraceThread> threads() const;
  /// How the program ended, for example "exit status 0"; empty if the trace
  /// does not tell.
  llvm::StringRef outcome() const;
  /// Instructions executed outside the region.
  uint64_t outsideInstructions() const;
  /// One line that names the file, the position and what of the trace is used;
  /// empty if it is whole.
  const std::string &damage() const;

  struct Impl;
  const Impl &impl() const { return *Contents; }

private:
  TraceReader();
  std::unique_ptr<Impl> Contents;
};

/// Plays the threads of a recorded program as instructions of one CPU.
class ThreadReplay {
public:
  virtual ~ThreadReplay() = default;

  /// Plays one thread; each entry of the region of interest is a region from
  /// beginRegion to endRegion of its own. A string instruction that is repeated
  /// is executed once for each 64 bytes it moves.
  llvm::Error play(InstructionConsumer &Consumer, unsigned Thread = 0) {
    return playThread(Consumer, Thread);
  }
  /// The same as a source; it refers to this object.
  InstructionSource source(unsigned Thread = 0);

private:
  virtual llvm::Error playThread(InstructionConsumer &Consumer,
                                 unsigned Thread) = 0;
};

/// The replay of a trace. Errors: there is no such thread.
class TraceReplay final : public ThreadReplay {
public:
  /// All must outlive the replay. Builder fills Table, which may already hold
  /// other code of the same CPU. Without names code is where it ran, and of no
  /// function or line.
  TraceReplay(const TraceReader &Trace, InstructionBuilder &Builder,
              InstructionTable &Table, bool WithNames = true);
  ~TraceReplay() override;

private:
  llvm::Error playThread(InstructionConsumer &Consumer,
                         unsigned Thread) override;

  struct State;
  std::unique_ptr<State> Current;
};

} // namespace rafter

#endif // RAFTER_TRACEFILES_TRACEREADER_H
