//===- NodeStream.h - A stream as an explicit DAG --------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Turns a stream of operations on registers into nodes with the numbers of
// their producers and the level that serves each access, naively: whole maps
// of registers and memory words, one list of lines.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_UNITTESTS_SCHEDULE_NODESTREAM_H
#define RAFTER_UNITTESTS_SCHEDULE_NODESTREAM_H

#include "rafter/Schedule/Scheduler.h"

namespace rafter::test {

/// A stretch of time in which a line is held by some cache.
struct TouchedLine {
  uint64_t Residence;
  /// Whether it was outside L1.
  bool Missed;
};

struct Node {
  OperationKind Kind;
  Channel Unit = Channel::Add;
  bool BeginsRegion = false;
  std::vector<size_t> Producers = {};
  /// For accesses: the farthest level, the bytes that it moves, the lines.
  unsigned Level = 0;
  unsigned Moved = 0;
  std::vector<TouchedLine> Lines = {};
};

using Region = std::vector<DynamicOperation>;

/// The nodes of the regions, one for each SimdBytes of a vector operation. The
/// caches start cold, or as Warm leaves them.
std::vector<Node> expandNodes(const Processor &CPU, const OperationTable &Table,
                              llvm::ArrayRef<Region> Regions,
                              const Region &Warm = {});

} // namespace rafter::test

#endif // RAFTER_UNITTESTS_SCHEDULE_NODESTREAM_H
