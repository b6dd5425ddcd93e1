//===- SegmentConsumer.h - Takes segments as a whole -----------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_STREAM_SEGMENTCONSUMER_H
#define RAFTER_STREAM_SEGMENTCONSUMER_H

#include "rafter/Stream/Program.h"

namespace rafter {

/// An executed segment of a program.
struct ExecutedSegment {
  uint32_t Number;
  /// Of its activation, see DynamicOperation::Frame.
  uint32_t Frame;
  /// One for each of its loads and stores.
  const uint64_t *Addresses;
};

/// A consumer that can do without the single operations of a segment.
class SegmentConsumer : public StreamConsumer {
public:
  /// False: only consume may be called.
  virtual bool takesSegments() const { return true; }
  /// The next segments, in program order, instead of their operations.
  /// Segments are those of the program, of which every call tells.
  virtual void consumeSegments(llvm::ArrayRef<Segment> Segments,
                               llvm::ArrayRef<ExecutedSegment> Executed) = 0;

  /// C, if it takes segments; otherwise null.
  static SegmentConsumer *from(StreamConsumer &C) {
    auto *S = dynamic_cast<SegmentConsumer *>(&C);
    return S && S->takesSegments() ? S : nullptr;
  }
};

} // namespace rafter

#endif // RAFTER_STREAM_SEGMENTCONSUMER_H
