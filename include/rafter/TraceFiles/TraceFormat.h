//===- TraceFormat.h - The bytes of a trace --------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A trace is a head and chunks; all numbers are little endian. Each chunk is
// compressed on its own and has a checksum. Writer and reader keep the same
// predictor for each thread: a trace says how long it is right, and what came
// instead when it was not.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_TRACEFILES_TRACEFORMAT_H
#define RAFTER_TRACEFILES_TRACEFORMAT_H

#include "rafter/Stream/ByteCoding.h"
#include "rafter/TraceFiles/ExecutionSink.h"
#include "llvm/ADT/StringRef.h"
#include <vector>

namespace rafter::trace {

/// Eight bytes, then the version, 4 bytes.
inline constexpr llvm::StringLiteral Magic = "\177RAFTER\n";
inline constexpr uint32_t Version = 2;
inline constexpr size_t HeadBytes = 12;

enum class ChunkKind : uint32_t { Info, Definitions, Events, End };

/// A chunk's head, without its checksum.
struct ChunkHead {
  ChunkKind Kind;
  uint32_t Thread;
  /// Bytes before and after compression.
  uint32_t Size, PackedSize;
};

/// Before each chunk: the checksum (XXH3, 64 bits) of what follows, then kind,
/// thread, and bytes before and after compression.
inline constexpr size_t ChunkHeadBytes = 24;
/// No chunk is longer before compression.
inline constexpr uint32_t MaxChunkBytes = 1 << 24;
/// A chunk of events holds no more executions, however well they are predicted:
/// a trace that is cut short should not lose all of a long loop.
inline constexpr uint32_t MaxExecutions = 1 << 22;

/// Numbers are in LEB128. Records of a definitions chunk:
enum class Definition : uint8_t { String, Block, Variant };

/// In the control part of an events chunk, after each run of right predictions.
/// UseOutside comes with the number of uses, and for each its line less that of
/// the use before, in zigzag, times two, and 1 if it is dirty.
enum Escape : uint64_t {
  EndOfChunk,
  EnterRegion,
  LeaveRegion,
  UseOutside,
  FirstVariant
};
/// Bytes of a line of UseOutside.
inline constexpr unsigned LineShift = 6;

} // namespace rafter::trace

#endif // RAFTER_TRACEFILES_TRACEFORMAT_H
