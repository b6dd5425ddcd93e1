//===- Activity.h - What each cycle was used for ---------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One bit for each kind of activity and cycle, and a histogram of the masks of
// the cycles that have passed. Every count of Table II of the extended-roofline
// paper, and the overlap of any set of node types, is a sum over the histogram.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_SCHEDULE_ACTIVITY_H
#define RAFTER_SCHEDULE_ACTIVITY_H

#include "rafter/Schedule/CycleRing.h"
#include "rafter/Uarch/Processor.h"
#include <algorithm>
#include <array>
#include <map>

namespace rafter {

/// What the scheduler tells apart: the node types, with L1 loads and stores
/// apart since they use different ports.
enum class Channel : uint8_t {
  Add,
  Multiply,
  FusedMultiplyAdd,
  Divide,
  SquareRoot,
  L1Load,
  L1Store,
  L2,
  L3,
  Memory
};
inline constexpr unsigned NumChannels = 10;

/// The activities of one cycle.
using ActivityMask = uint32_t;

/// Nodes of the channel execute.
constexpr ActivityMask executes(Channel C) {
  return 1u << static_cast<unsigned>(C);
}
/// Nodes of the channel issue (their throughput is in use).
constexpr ActivityMask issues(Channel C) {
  return 1u << (NumChannels + static_cast<unsigned>(C));
}
/// A full buffer holds something back.
constexpr ActivityMask stalls(BufferKind B) {
  return 1u << (2 * NumChannels + static_cast<unsigned>(B));
}
inline constexpr ActivityMask AnyStallMask = ((1u << NumBufferKinds) - 1)
                                             << (2 * NumChannels);

/// Cycles by what happened in them.
class ActivityHistogram {
public:
  ActivityHistogram();

  void add(ActivityMask Mask, uint64_t Cycles) {
    Entry &E = Table[slot(Mask)];
    if (LLVM_LIKELY(E.Mask == Mask && E.Cycles != 0))
      E.Cycles += Cycles;
    else
      addSlowly(Mask, Cycles);
  }

  /// Cycles in which something of every given set happened. For example the
  /// overlap of two node types: count({A, B}).
  uint64_t count(std::initializer_list<ActivityMask> Sets) const;

  /// All masks with their cycles, in order of the mask.
  std::map<ActivityMask, uint64_t> entries() const;

private:
  struct Entry {
    ActivityMask Mask = 0;
    uint64_t Cycles = 0;
  };
  static constexpr unsigned Bits = 12;
  static size_t slot(ActivityMask Mask) {
    return (Mask * 0x9E3779B1u) >> (32 - Bits);
  }
  void addSlowly(ActivityMask Mask, uint64_t Cycles);

  std::vector<Entry> Table;
  /// Masks whose slot was taken by another one.
  std::map<ActivityMask, uint64_t> Rest;
};

/// For how long a node of one channel is active, in cycles.
struct ActivityLength {
  /// At least one, and at least Occupancy.
  uint32_t Execution = 1;
  /// For how long it occupies its unit, at least.
  uint32_t Occupancy = 1;
};

/// Collects issues in any order within the window, and folds cycles into the
/// histogram once nothing can happen in them any more. Works on 64 cycles at a
/// time: one bit plane for each activity.
class ActivityRecorder {
public:
  explicit ActivityRecorder(
      const std::array<ActivityLength, NumChannels> &Lengths);

  /// A node of the channel issues in cycle C and occupies its unit for
  /// Occupancy cycles.
  void issue(Channel K, Cycle C, unsigned Occupancy) {
    unsigned Bit = static_cast<unsigned>(K);
    Starts[Bit].set(C);
    if (LLVM_UNLIKELY(Occupancy > Lengths[Bit].Occupancy)) {
      Occupied[Bit].set(C, Occupancy);
      LastOccupied = std::max(LastOccupied, C + Occupancy);
    }
  }

  /// Buffer B holds something back in cycles [From, To).
  void stall(BufferKind B, Cycle From, Cycle To) {
    if (From < To)
      Stalls[static_cast<unsigned>(B)].set(From, To - From);
  }

  /// Nothing happens any more before cycle To.
  void pass(Cycle To) {
    if (To - Done >= FoldEvery)
      fold(To / 64 * 64);
  }

  /// A region ends in cycle End. Returns the cycle from which on the next
  /// region is recorded, a multiple of 64.
  Cycle finish(Cycle End);

  /// Up to the last finish.
  const ActivityHistogram &histogram() const { return Histogram; }

private:
  static constexpr unsigned FoldEvery = 512;
  static constexpr unsigned NumPlanes = 2 * NumChannels + NumBufferKinds;
  /// Bit c of plane p: activity p, numbered as in ActivityMask, goes on in
  /// cycle c of the 64.
  using Planes = std::array<uint64_t, NumPlanes>;

  void fold(Cycle To);
  Planes planes(Cycle Word) const;
  void count(const Planes &P, uint64_t Cycles);
  void leave(Cycle Word);
  Cycle skip(Cycle Word, Cycle Limit, const Planes &P);

  std::array<ActivityLength, NumChannels> Lengths;
  /// In which cycles nodes start, in which their unit is in use for longer than
  /// usual, in which buffers hold something back.
  std::array<CycleBits, NumChannels> Starts, Occupied;
  std::array<CycleBits, NumBufferKinds> Stalls;
  /// Until when (exclusive) nodes of a channel that started before the word at
  /// hand execute and occupy their unit.
  std::array<Cycle, NumChannels> ExecutesUntil = {}, OccupiesUntil = {};
  /// The end of the last occupation that was longer than usual.
  Cycle LastOccupied = 0;
  /// Folded up to here, a multiple of 64.
  Cycle Done = 0;
  ActivityHistogram Histogram;
};

} // namespace rafter

#endif // RAFTER_SCHEDULE_ACTIVITY_H
