//===- Prefetcher.h - Next-line and stride prefetchers ---------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_MEMORY_PREFETCHER_H
#define RAFTER_MEMORY_PREFETCHER_H

#include "rafter/Uarch/Processor.h"
#include "llvm/ADT/SmallVector.h"
#include <vector>

namespace rafter {

/// The two prefetchers of an L1 cache that Intel documents (Optimization
/// Reference Manual, "Data Prefetching"): the next line after a miss, and the
/// stride of each instruction once it repeats.
class Prefetcher {
public:
  explicit Prefetcher(const Processor &CPU);

  bool enabled() const { return NextLine || Distance != 0; }

  /// Tells of an access by static operation Operation to Line, and whether it
  /// missed L1. Appends the lines to fetch.
  void observe(uint32_t Operation, uint64_t Line, bool Missed,
               llvm::SmallVectorImpl<uint64_t> &Lines);

private:
  struct Stream {
    uint64_t Line = 0;
    int64_t Stride = 0;
    /// How often in a row the stride was seen.
    unsigned Repeats = 0;
    /// The last line asked for ahead.
    uint64_t Ahead = 0;
  };
  /// A stride is trusted after this many repetitions.
  static constexpr unsigned Trust = 2;

  bool NextLine;
  unsigned Distance;
  /// Strides across a page of 4 KiB are not followed further than this.
  int64_t LinesPerPage;
  std::vector<Stream> Streams;
};

} // namespace rafter

#endif // RAFTER_MEMORY_PREFETCHER_H
