//===- SegmentConsumer.h - Takes segments as a whole -----------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_STREAM_SEGMENTCONSUMER_H
#define RAFTER_STREAM_SEGMENTCONSUMER_H

#include "rafter/Stream/Program.h"
#include "llvm/ADT/SmallVector.h"

namespace rafter {

/// An executed segment of a program, or a loop: segment Number, then Again so
/// often that there are Count executions in all.
struct ExecutedSegment {
  uint32_t Number = 0;
  /// Of its activation, see DynamicOperation::Frame.
  uint32_t Frame = 0;
  /// One for each of its loads and stores; in a loop, of the first execution,
  /// and behind them by how much each advances.
  const uint64_t *Addresses = nullptr;
  uint32_t Again = 0;
  uint32_t Count = 1;

  /// Calls Visit(number, addresses) for each execution. Scratch may be used
  /// for other addresses.
  template <typename Function>
  void forEach(uint32_t NumAddresses, llvm::SmallVectorImpl<uint64_t> &Scratch,
               Function Visit) const {
    Visit(Number, Addresses);
    if (Count == 1)
      return;
    Scratch.assign(Addresses, Addresses + NumAddresses);
    for (uint32_t N = 1; N != Count; ++N) {
      for (uint32_t I = 0; I != NumAddresses; ++I)
        Scratch[I] += Addresses[NumAddresses + I];
      Visit(Again, Scratch.data());
    }
  }
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
