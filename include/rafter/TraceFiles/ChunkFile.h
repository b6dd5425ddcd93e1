//===- ChunkFile.h - A trace that is read while it grows -------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A temporary file without a name, which one thread appends chunks to and
// another one reads. The file is the queue between them: the writer never
// waits, and what was read can be read again.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_TRACEFILES_CHUNKFILE_H
#define RAFTER_TRACEFILES_CHUNKFILE_H

#include "rafter/TraceFiles/TraceFormat.h"
#include "rafter/TraceFiles/TraceReader.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>

namespace rafter {

class ChunkFile {
public:
  /// Errors: the file cannot be created.
  static llvm::Expected<std::unique_ptr<ChunkFile>> create();
  ~ChunkFile();

  /// What the writer writes to.
  llvm::raw_ostream &stream() { return OS; }
  /// The writer has written a chunk, which is the next.
  void append(const trace::ChunkHead &Head);
  /// The writer is done. An error if not everything could be written.
  llvm::Error end();

  struct Entry {
    trace::ChunkHead Head;
    /// Of the chunk's contents in the file.
    uint64_t Offset;
  };
  /// Waits until the chunk of that number is there; none if there is none.
  std::optional<Entry> wait(size_t Number);
  /// The contents of a chunk, as they stand in the file. False if they cannot
  /// be read.
  bool read(const Entry &E, llvm::SmallVectorImpl<uint8_t> &Packed) const;

private:
  explicit ChunkFile(int Descriptor)
      : Descriptor(Descriptor), OS(Descriptor, /*shouldClose=*/false) {}

  int Descriptor;
  llvm::raw_fd_ostream OS;
  std::mutex Mutex;
  std::condition_variable Changed;
  std::vector<Entry> Entries;
  bool Ended = false;
};

/// The replay of a program that may still be running: from a thread's beginning
/// to the program's end, which it waits for. The streams are those of the trace
/// but for the table, which holds the code of the next few million instructions
/// while it grows. Errors: the temporary file cannot be read.
class LiveReplay final : public ThreadReplay {
public:
  /// All must outlive the replay.
  LiveReplay(ChunkFile &File, InstructionBuilder &Builder,
             InstructionTable &Table);
  ~LiveReplay() override;

  /// The first play ends at First, after a whole chunk, and later ones at the
  /// same place; a play that lasts until Last has an error (TimeOver).
  void limit(std::chrono::steady_clock::time_point First,
             std::chrono::steady_clock::time_point Last);
  /// Whether more was recorded than is played.
  bool isCut() const;

private:
  llvm::Error playThread(InstructionConsumer &Consumer,
                         unsigned Thread) override;

  struct State;
  std::unique_ptr<State> Current;
};

} // namespace rafter

#endif // RAFTER_TRACEFILES_CHUNKFILE_H
