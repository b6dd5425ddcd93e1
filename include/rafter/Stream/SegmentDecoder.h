//===- SegmentDecoder.h - From segment events to operations ----*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_STREAM_SEGMENTDECODER_H
#define RAFTER_STREAM_SEGMENTDECODER_H

#include "rafter/Stream/Program.h"
#include "llvm/Support/Error.h"

namespace rafter {

/// Expands segment events into operations and keeps the frames of the active
/// functions. Calls that are left without their return (exceptions, longjmp)
/// are recognized by the next event of an outer function.
class SegmentDecoder {
public:
  /// Special event words, above every segment number.
  static constexpr uint64_t RegionBegin = ~uint64_t(0);
  static constexpr uint64_t RegionEnd = ~uint64_t(0) - 1;

  SegmentDecoder(const Program &P, StreamConsumer &Consumer);

  /// Takes events: segment number, then its addresses, and so on. The words
  /// may stop only between events.
  llvm::Error decode(llvm::ArrayRef<uint64_t> Words);

  /// Hands buffered operations on.
  void flush();

  /// Executions of each segment so far.
  llvm::ArrayRef<uint64_t> executions() const { return Executions; }

private:
  struct Activation {
    uint32_t Function;
    uint32_t Base;
  };
  void enter(uint32_t Function);
  bool settle(uint32_t Function);

  const Program &P;
  StreamConsumer &Consumer;
  std::vector<Activation> Stack;
  std::vector<DynamicOperation> Buffer;
  std::vector<uint64_t> Executions;
  bool InRegion = false;
};

} // namespace rafter

#endif // RAFTER_STREAM_SEGMENTDECODER_H
