//===- LoopForest.h - Loops in what was executed ----------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The loops of a graph whose edges were counted. A loop is a strongly connected
// component; without the edges to its header, those that are left are the loops
// in it (Steensgaard, Sequentializing Program Dependence Graphs for Irreducible
// Programs, 1993). That also finds the dispatch loops of interpreters, which
// have several entries.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_WHOLEPROGRAM_LOOPFOREST_H
#define RAFTER_WHOLEPROGRAM_LOOPFOREST_H

#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <vector>

namespace rafter {

struct FlowEdge {
  uint32_t From = 0, To = 0;
  uint64_t Count = 0;
};

struct FlowLoop {
  /// The node through which it is entered most often.
  uint32_t Header = 0;
  /// Index of the loop around it; NoLoop: none.
  uint32_t Parent = 0;
  /// 0: outermost.
  uint32_t Depth = 0;
  /// Executions of the header, and how often the loop was entered.
  uint64_t Iterations = 0, Entries = 0;

  double tripCount() const {
    return Entries ? double(Iterations) / double(Entries) : Iterations;
  }
};

struct LoopForest {
  static constexpr uint32_t NoLoop = ~uint32_t(0);
  /// A loop comes before those in it.
  std::vector<FlowLoop> Loops;
  /// The innermost loop of each node, or NoLoop.
  std::vector<uint32_t> LoopOf;
};

/// Counts: executions of each node. Edges of different functions do not matter
/// as long as no edge joins them.
LoopForest findLoops(llvm::ArrayRef<uint64_t> Counts,
                     llvm::ArrayRef<FlowEdge> Edges);

} // namespace rafter

#endif // RAFTER_WHOLEPROGRAM_LOOPFOREST_H
