//===- TraceWriter.h - Writes a trace --------------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_TRACEFILES_TRACEWRITER_H
#define RAFTER_TRACEFILES_TRACEWRITER_H

#include "rafter/TraceFiles/ExecutionSink.h"
#include "rafter/TraceFiles/TraceFormat.h"
#include "rafter/TraceFiles/TraceReader.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/raw_ostream.h"
#include <functional>

namespace rafter {

struct TraceWriterOptions {
  /// Called with each chunk that has been written.
  std::function<void(const trace::ChunkHead &Head)> OnChunk;
  /// Executions of blocks in a chunk: few for who waits for them.
  uint32_t MostExecutions = trace::MaxExecutions;
};

/// Compresses what it is given chunk by chunk to a stream.
class TraceWriter : public ExecutionSink {
public:
  TraceWriter(const TraceInfo &Info, llvm::raw_ostream &OS,
              TraceWriterOptions Options = {});
  ~TraceWriter() override;

  void define(const CodeBlock &Block) override;
  void define(const BlockVariant &Variant) override;
  void useOutside(uint32_t Thread, llvm::ArrayRef<LineUse> Lines) override;
  void enter(uint32_t Thread) override;
  void leave(uint32_t Thread) override;
  void execute(uint32_t Thread, uint32_t Variant,
               llvm::ArrayRef<uint64_t> Words) override;
  /// Writes what is left, and the end, without which a trace counts as cut.
  void finish(llvm::ArrayRef<TraceThread> Threads, uint64_t Outside,
              llvm::StringRef Outcome);

private:
  struct ThreadEncoder;
  ThreadEncoder &encoder(uint32_t Thread);
  void escape(ThreadEncoder &T, uint64_t What);
  void flush(uint32_t Thread);
  void flushDefinitions();
  uint64_t stringNumber(llvm::StringRef Text);
  void writeChunk(trace::ChunkKind Kind, uint32_t Thread,
                  llvm::ArrayRef<uint8_t> Bytes);

  llvm::raw_ostream &OS;
  TraceWriterOptions Options;
  std::vector<uint8_t> Definitions;
  llvm::StringMap<uint64_t> Strings;
  /// Where the accesses of a variant begin in the table of predictors.
  std::vector<uint32_t> FirstAccess = {0};
  std::vector<std::unique_ptr<ThreadEncoder>> Threads;
};

} // namespace rafter

#endif // RAFTER_TRACEFILES_TRACEWRITER_H
