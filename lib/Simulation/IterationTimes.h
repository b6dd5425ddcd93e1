//===- IterationTimes.h - The steady state of a loop ------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_SIMULATION_ITERATIONTIMES_H
#define RAFTER_LIB_SIMULATION_ITERATIONTIMES_H

#include <cstdint>
#include <optional>
#include <vector>

namespace rafter::simulation {

/// The slope of time over iterations between the middle and the end, for each
/// lane. Patterns that repeat every few iterations are met at the same place at
/// both ends: the distance is a multiple of 12 where there are enough
/// iterations. Keeps a bounded number of times.
class IterationTimes {
public:
  explicit IterationTimes(unsigned NumLanes) : NumLanes(NumLanes) {}

  /// The next iteration has ended at Units[lane].
  void add(const int64_t *Units);
  uint64_t count() const { return Count; }
  /// Cycles; nothing without iterations.
  std::optional<double> perIteration(unsigned Lane) const;

private:
  static constexpr size_t MostSamples = 512;

  unsigned NumLanes;
  uint64_t Count = 0;
  /// Every so manieth iteration is kept: 1, or a power of two times 12.
  uint64_t Stride = 1;
  /// Times of iterations Stride, 2 Stride, ...
  std::vector<int64_t> Samples;
  std::vector<int64_t> Last;
};

} // namespace rafter::simulation

#endif // RAFTER_LIB_SIMULATION_ITERATIONTIMES_H
