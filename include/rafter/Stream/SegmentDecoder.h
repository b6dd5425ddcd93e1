//===- SegmentDecoder.h - From segment events to operations ----*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Expands the compact stream of Program.h for any consumer of operations.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_STREAM_SEGMENTDECODER_H
#define RAFTER_STREAM_SEGMENTDECODER_H

#include "rafter/Stream/SegmentConsumer.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"

namespace rafter {

/// Expands segment events into operations and keeps the frames of the active
/// functions. Calls that are left without their return (exceptions, longjmp)
/// are recognized by the next event of an outer function. A region may begin in
/// the middle of a function (the static walk of a loop): the first segment then
/// activates its function.
class SegmentDecoder {
public:
  /// Special event words, above every segment number.
  static constexpr uint64_t RegionBegin = ~uint64_t(0);
  static constexpr uint64_t RegionEnd = ~uint64_t(0) - 1;
  /// A segment that is executed several times, or one that another one with the
  /// same loads and stores follows: the numbers of the first one (in the upper
  /// half) and of those behind it, how many there are in all, the addresses of
  /// the first one, and by how much each advances.
  static constexpr uint64_t Loop = ~uint64_t(0) - 2;
  /// Words of such an event besides those of addresses and steps.
  static constexpr unsigned LoopWords = 3;

  /// P and Consumer must outlive the decoder.
  SegmentDecoder(const Program &P, StreamConsumer &Consumer);

  /// Takes events: segment number, then its addresses, and so on. The words
  /// may stop only between events. A number that is no segment, an event cut
  /// short, a loop that cannot be one, or a frame beyond 2^32 registers is an
  /// error.
  llvm::Error decode(llvm::ArrayRef<uint64_t> Words);

  /// Hands buffered operations on and closes an open region.
  void finish();

private:
  struct Activation {
    uint32_t Function;
    uint32_t Base;
  };
  llvm::Error enter(uint32_t Function);
  llvm::Error settle(uint32_t Function);
  llvm::Expected<uint64_t> decodeLoop(llvm::ArrayRef<uint64_t> Words);
  void expand(const Segment &S, const uint64_t *Addresses);
  void flush();
  void flushSegments();
  /// Where the next segment that waits goes.
  ExecutedSegment &next() {
    if (LLVM_UNLIKELY(NumSegments == Segments.size()))
      flushSegments();
    return Segments[NumSegments++];
  }
  void beginRegion();
  void endRegion();

  const Program &P;
  StreamConsumer &Consumer;
  /// Null if it does not take segments.
  SegmentConsumer *const Whole;
  /// Which operations take an address word, by static index.
  std::vector<uint8_t> TakesAddress;
  std::vector<Activation> Stack;
  llvm::SmallVector<DynamicOperation, 0> Buffer;
  /// The first NumSegments wait.
  std::vector<ExecutedSegment> Segments;
  size_t NumSegments = 0;
  llvm::SmallVector<uint64_t, 0> Scratch;
  bool InRegion = false;
};

} // namespace rafter

#endif // RAFTER_STREAM_SEGMENTDECODER_H
