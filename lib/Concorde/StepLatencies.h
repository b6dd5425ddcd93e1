//===- StepLatencies.h - How long steps take with one memory ---*- C++ -*-===//
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

#ifndef RAFTER_LIB_CONCORDE_STEPLATENCIES_H
#define RAFTER_LIB_CONCORDE_STEPLATENCIES_H

#include "RegionTrace.h"
#include <utility>

namespace rafter::concorde {

struct OrderedLoad {
  /// The step.
  uint32_t Position = 0;
  /// The ordered loads of the same line before and after it, by their numbers,
  /// if no more than the largest buffer away; or RegionTrace::None.
  uint32_t Previous = RegionTrace::None;
  uint32_t Next = RegionTrace::None;
  /// Execution time of the in-order simulation.
  uint32_t Cycles = 0;
  /// Steps to the nearest load of the line with another time, before or after.
  uint32_t Distance = 0;

  /// Whether no load can change places with it in a buffer of that size, or
  /// not so that it matters.
  bool isFree(uint32_t Buffer) const { return Distance >= 2 * Buffer; }
};

/// What there is around a load.
struct LoadSurroundings {
  /// Positions of the nearest loads of the line with another time that it could
  /// meet in a buffer, before it and after.
  uint32_t Before = RegionTrace::None, After = RegionTrace::None;
  /// The last ordered load of the line up to it.
  uint32_t Ordered = RegionTrace::None;
};

/// The times of the steps of a sequence.
class StepLatencies {
public:
  /// Memory that is used again for one memory after the other: the system takes
  /// long to provide it.
  struct Storage {
    std::vector<uint8_t> Cycles;
    std::vector<OrderedLoad> Ordered;
    std::vector<LoadSurroundings> Around;
  };

  /// Of all instructions. LoadCycles[L] is the time of load L of the region, at
  /// least 1.
  static StepLatencies ofInstructions(const RegionTrace &Trace,
                                      llvm::ArrayRef<uint8_t> LoadCycles,
                                      Storage &&Reused = {});
  /// Of the loads alone, as steps of their own.
  static StepLatencies ofLoads(const RegionTrace &Trace,
                               llvm::ArrayRef<uint8_t> LoadCycles,
                               Storage &&Reused = {});
  /// Of steps that all take times of their own, at least 1.
  explicit StepLatencies(std::vector<uint8_t> Cycles)
      : Cycles(std::move(Cycles)) {}

  /// Cycles from start to finish of each step; 0 for ordered loads.
  llvm::ArrayRef<uint8_t> cycles() const { return Cycles; }
  llvm::ArrayRef<OrderedLoad> ordered() const { return Ordered; }

  /// What it is stored in, for others.
  void giveBack(Storage &To) && {
    To.Cycles = std::move(Cycles);
    To.Ordered = std::move(Ordered);
  }

private:
  template <bool AreSteps>
  void addLoads(llvm::ArrayRef<RegionTrace::Load> Loads,
                llvm::ArrayRef<uint8_t> LoadCycles,
                std::vector<LoadSurroundings> &Around);

  std::vector<uint8_t> Cycles;
  std::vector<OrderedLoad> Ordered;
};

} // namespace rafter::concorde

#endif // RAFTER_LIB_CONCORDE_STEPLATENCIES_H
