//===- TraceReaderImpl.h - A trace in memory -------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tables of a trace, and its events as they stand in the file.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_TRACEFILES_TRACEREADERIMPL_H
#define RAFTER_LIB_TRACEFILES_TRACEREADERIMPL_H

#include "rafter/TraceFiles/ExecutionSink.h"
#include "rafter/TraceFiles/TraceFormat.h"
#include "rafter/TraceFiles/TraceReader.h"

namespace rafter {

struct TraceReader::Impl {
  std::unique_ptr<llvm::MemoryBuffer> Buffer;
  TraceInfo Info;
  std::vector<TraceThread> Threads;
  std::string Outcome, Damage;
  uint64_t Outside = 0;
  std::vector<std::string> Strings;
  std::vector<CodeBlock> Blocks;
  std::vector<BlockVariant> Variants;
  /// Where the accesses of a variant begin in a table of all; one more than
  /// there are variants.
  std::vector<uint32_t> FirstAccess = {0};
  struct EventChunk {
    uint32_t Thread;
    /// Bytes before compression.
    uint32_t Size;
    llvm::ArrayRef<uint8_t> Packed;
    /// Where it begins in the file.
    uint64_t Offset;
  };
  std::vector<EventChunk> Events;

  /// Sends the executions of one thread to Sink, without definitions. Returns
  /// false if a chunk is not what the checksum made believe.
  bool play(uint32_t Thread, ExecutionSink &Sink) const;
};

/// Takes the chunks of a trace, one after the other.
class TraceLoader {
public:
  explicit TraceLoader(TraceReader::Impl &I) : I(I) {}
  /// Unpacks tables, and notes where events are: Packed must outlive I's use of
  /// them. Returns what is wrong; empty if nothing is.
  std::string load(const trace::ChunkHead &H, llvm::ArrayRef<uint8_t> Packed,
                   uint64_t Offset);
  bool hasEnd() const { return HasEnd; }

private:
  bool loadInfo(trace::ByteReader R);
  bool loadDefinitions(trace::ByteReader R);
  bool loadBlock(trace::ByteReader &R);
  bool loadVariant(trace::ByteReader &R);
  bool loadEnd(trace::ByteReader R);

  TraceReader::Impl &I;
  bool HasInfo = false, HasEnd = false;
};

/// Plays the chunks of one thread, in order.
class ThreadPlayer {
public:
  /// I may get more tables between chunks.
  explicit ThreadPlayer(const TraceReader::Impl &I) : I(I) {}
  /// False if the events make no sense.
  bool play(const TraceReader::Impl::EventChunk &Chunk, ExecutionSink &Sink);

private:
  const TraceReader::Impl &I;
  trace::VariantPredictor Variants;
  std::vector<trace::AddressPredictor> Accesses;
};

} // namespace rafter

#endif // RAFTER_LIB_TRACEFILES_TRACEREADERIMPL_H
