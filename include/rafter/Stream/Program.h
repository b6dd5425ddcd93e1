//===- Program.h - Segments: the compact form of a stream ------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sources with control flow (a run of instrumented IR, the static walk of a
// loop nest) do not send operations but segments: straight-line stretches that
// always execute whole. A segment event is one word, the segment's number,
// followed by one word for each address. SegmentDecoder turns events into
// operations.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_STREAM_PROGRAM_H
#define RAFTER_STREAM_PROGRAM_H

#include "rafter/Stream/Operation.h"

namespace rafter {

/// A stretch of operations that executes as a whole: a basic block or the part
/// of it up to or after a call. Blocks with phi nodes have one segment for each
/// incoming edge; the edge's copies come first in the operations.
struct Segment {
  enum FlagKind : uint8_t {
    /// Entering a function: a frame is pushed before the operations.
    Entry = 1,
    /// Leaving a function: the frame is popped after the operations.
    Return = 2,
  };
  uint32_t Function = 0;
  uint8_t Flags = 0;
  /// Number of loads and stores, that is of address words in an event.
  uint32_t NumAddresses = 0;
  /// Innermost loop, an index into Program::Loops; 0 is "no loop".
  uint32_t Loop = 0;
  /// Indices into OperationTable::Operations, contiguous: [Begin, End) of the
  /// edge's copies, then [Begin, End) of the body.
  uint32_t MovesBegin = 0, MovesEnd = 0;
  uint32_t Begin = 0, End = 0;
};

struct FunctionInfo {
  std::string Name;
  /// Registers of one activation. Parameters come first, after the returned
  /// value; the frame of a callee starts right behind the caller's.
  uint32_t NumRegisters = 0;
  uint32_t Location = 0;
};

struct LoopInfo {
  std::string Name;
  uint32_t Function = 0;
  /// Enclosing loop, 0 when outermost.
  uint32_t Parent = 0;
  uint32_t Depth = 0;
  uint32_t Location = 0;
};

struct Program {
  OperationTable Table;
  std::vector<Segment> Segments;
  std::vector<FunctionInfo> Functions;
  /// Loops[0] stands for "no loop".
  std::vector<LoopInfo> Loops = {LoopInfo()};
};

} // namespace rafter

#endif // RAFTER_STREAM_PROGRAM_H
