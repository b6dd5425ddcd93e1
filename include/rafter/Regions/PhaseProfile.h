//===- PhaseProfile.h - What the intervals of a program are like *- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Programs repeat themselves: intervals that execute the same blocks take like
// times (SimPoint; Sherwood et al., ASPLOS 2002), if they find as much in the
// caches and their branches are as hard to predict. So an interval is described
// by all three, the same for every CPU.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_REGIONS_PHASEPROFILE_H
#define RAFTER_REGIONS_PHASEPROFILE_H

#include "rafter/Regions/LineSources.h"
#include "rafter/Stream/CrackedInstruction.h"
#include "rafter/Stream/LineOrder.h"

namespace rafter {

/// What tells an interval from others, in one space: distances are guesses of
/// how much cycles per instruction differ.
struct IntervalSignature {
  /// The shares of blocks in the instructions, projected at random; SimPoint
  /// has 15 dimensions.
  static constexpr size_t BlockDimensions = 16;
  /// Lines that are used; reads that a last level serves, and memory; stores
  /// that memory serves, for which nothing waits (LineSources).
  static constexpr size_t LineDimensions = 4;
  /// And branches that a table of counters mispredicts.
  static constexpr size_t Dimensions = BlockDimensions + LineDimensions + 1;

  std::array<float, Dimensions> Values = {};
  /// That it executes, as regions count them: parts of one are several.
  uint32_t Instructions = 1;
};

/// Watches an execution of any length, and describes intervals of so many
/// instructions that follow each other from its beginning on.
class PhaseProfile final : public CrackedConsumer {
public:
  /// CountsWhole: instructions that are several here count once.
  PhaseProfile(uint64_t Interval, bool CountsWhole)
      : Interval(Interval), CountsWhole(CountsWhole) {}

  /// What k-means groups in seconds: 26 G instructions of 100,000 each. After
  /// so many it has enough.
  static constexpr size_t MaxIntervals = size_t(1) << 18;

  bool take(llvm::ArrayRef<CrackedInstruction> Parts) override;

  /// Of the intervals that are complete, MaxIntervals at most.
  llvm::ArrayRef<IntervalSignature> intervals() const { return Intervals; }
  /// Instructions, those of the last interval included.
  uint64_t executed() const { return Executed; }

private:
  void count(LineSources::Source From, bool IsStore);
  void endBlock(const CrackedInstruction &Branch);
  void predict(const CrackedInstruction &Branch);
  void endInterval();

  uint64_t Interval;
  bool CountsWhole;
  uint64_t Executed = 0;
  /// Where the interval ends.
  uint64_t End = Interval;
  /// Of the interval, their parts.
  uint32_t PartsSoFar = 0;
  uint64_t CodeLine = ~uint64_t(0);
  LineOrder Lines;
  LineSources Sources;
  uint64_t FromLast = 0, FromMemory = 0, StoredFromMemory = 0;
  /// Instructions of the block that control is in.
  uint32_t BlockLength = 0;
  std::array<int64_t, IntervalSignature::BlockDimensions> Blocks = {};
  /// Counters of two bits, by address and the last directions (gshare;
  /// McFarling, 1993).
  std::vector<uint8_t> Counters = std::vector<uint8_t>(1 << 14, 1);
  uint64_t Directions = 0;
  uint64_t Mispredicted = 0;
  std::vector<IntervalSignature> Intervals;
};

} // namespace rafter

#endif // RAFTER_REGIONS_PHASEPROFILE_H
