//===- PassState.h - Sixteen reorder buffers under way ---------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the evaluation of the equations knows of the instructions around the
// current one. Rings are indexed by position, those of loads by the numbers of
// ordered loads.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_CONCORDE_PASSSTATE_H
#define RAFTER_LIB_CONCORDE_PASSSTATE_H

#include "ReorderBufferModel.h"

namespace rafter::concorde {

struct alignas(64) LaneRow {
  int32_t Lane[ReorderBufferModel::NumLanes];
};

/// An ordered load.
struct LoadRow {
  LaneRow Start;
  /// Of this load and all of its line before it, in program order.
  LaneRow LatestStart, LatestFinish;
};

struct PassState {
  static constexpr uint32_t Ring = StepSequence::RingSize;
  /// Loads are looked at from three buffers before to one behind the current
  /// position.
  static constexpr uint32_t LoadRing = 8192;
  /// Arrivals of near sizes are computed for so many steps at once.
  static constexpr unsigned ArrivalBatch = 16;

  // The region and its memory.
  const StepSequence::Step *Steps = nullptr;
  const uint16_t *Extras = nullptr;
  const uint8_t *Cycles = nullptr;
  const OrderedLoad *Ordered = nullptr;
  LaneRow Sizes;
  uint32_t LeastSize = 1;

  // Rings.
  /// One more row, of zeros, for missing producers.
  LaneRow Finish[Ring + 1];
  /// The first rows come once more behind the last, where they are read as what
  /// follows it.
  LaneRow Commit[Ring + ArrivalBatch + 8];
  /// From arrival to start.
  LaneRow Wait[Ring];
  LoadRow Loads[LoadRing];
  /// Lanes in which a load changes places with others: its finish needs more
  /// than the load before it.
  uint16_t Swapped[LoadRing];

  // Where the evaluation is.
  size_t Position = 0;
  uint32_t NextExtra = 0;
  uint32_t NextOrdered = 0;
  /// Ordered loads that have been evaluated before.
  uint32_t Visited = 0;
  /// Loads compared with others so far.
  uint64_t Comparisons = 0;

  [[gnu::always_inline]] inline LoadRow &load(uint32_t Number) {
    return Loads[Number % LoadRing];
  }
  [[gnu::always_inline]] inline uint16_t &swapped(uint32_t Number) {
    return Swapped[Number % LoadRing];
  }
  /// Evaluation goes on at an ordered load, or at the step behind it.
  [[gnu::always_inline]] inline void goBackTo(uint32_t Number) {
    Position = Ordered[Number].Position;
    NextExtra = Position == 0 ? 0 : Steps[Position - 1].ExtraEnd;
    NextOrdered = Number;
  }
  [[gnu::always_inline]] inline void goOnBehind(uint32_t Number) {
    Position = Ordered[Number].Position + 1;
    NextExtra = Steps[Position - 1].ExtraEnd;
    NextOrdered = Number + 1;
  }
};

/// Evaluates instructions up to End. Stops early at an ordered load which some
/// lane cannot evaluate in program order; its start is known then.
using PassFunction = void (*)(PassState &S, size_t End);

/// Works out the load at which a pass stopped, and goes on to the next
/// instruction or back to an earlier load that is changed by it.
void resolveOrder(PassState &S);

/// Where latencies are counted.
struct LatencyTables {
  uint32_t *Tables;
  /// Where those of each lane begin: from arrival to start, from finish to
  /// commit.
  LaneRow Wait, Done;
  unsigned NumCounted;
  /// Of what was counted last.
  LaneRow LongestWait, LongestDone;
};

struct PassFunctions {
  PassFunction Run;
  /// The same for sizes of 16 and more that are less than 16 apart.
  PassFunction RunNearSizes;
  /// Fills the ring of waits, too.
  PassFunction RunWithWaits;
  /// As resolveOrder(), in all lanes at once. False if it is too much for that,
  /// and nothing has been done.
  bool (*Resolve)(PassState &S);
  /// Counts the latencies of some steps; null where it does not cost less.
  void (*Count)(PassState &S, size_t From, size_t To, LatencyTables &Of);
};

/// With vector registers of 4, 8 and 16 numbers.
PassFunctions baselinePass();
PassFunctions avx2Pass();
PassFunctions avx512Pass();

} // namespace rafter::concorde

#endif // RAFTER_LIB_CONCORDE_PASSSTATE_H
