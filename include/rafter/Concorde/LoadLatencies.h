//===- LoadLatencies.h - Loads of a region and one memory ------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The execution times that the in-order simulation of one configuration of the
// caches gives to loads (exec_times of algorithm 1 of the Concorde paper), and
// for which of them the order in which they start can matter.
//
// In algorithm 1 the n-th load of a line to start takes the n-th of the line's
// times, and does not finish before the loads of the line that started
// earlier. Two loads can change places only if both are in the reorder buffer
// at once, that is less than its size apart. So a load starts and finishes on
// its own terms if all loads of its line that are less than two buffers away
// (the second buffer is for those that it could wait for) have one and the
// same time. All others are ordered loads.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_CONCORDE_LOADLATENCIES_H
#define RAFTER_CONCORDE_LOADLATENCIES_H

#include "rafter/Concorde/RegionTrace.h"

namespace rafter::concorde {

struct OrderedLoad {
  uint32_t Position = 0;
  /// The ordered loads of the same line before and after it, by their numbers,
  /// if no more than the largest reorder buffer away; or RegionTrace::None.
  uint32_t Previous = RegionTrace::None;
  uint32_t Next = RegionTrace::None;
  /// Execution time of the in-order simulation.
  uint32_t Cycles = 0;
};

class LoadLatencies {
public:
  /// LoadCycles[L] is the time of load L of the region, at least 1.
  LoadLatencies(const RegionTrace &Trace, llvm::ArrayRef<uint8_t> LoadCycles);

  /// Cycles from start to finish of each instruction; 0 for ordered loads.
  llvm::ArrayRef<uint8_t> cycles() const { return Cycles; }
  llvm::ArrayRef<OrderedLoad> ordered() const { return Ordered; }

private:
  std::vector<uint8_t> Cycles;
  std::vector<OrderedLoad> Ordered;
};

} // namespace rafter::concorde

#endif // RAFTER_CONCORDE_LOADLATENCIES_H
