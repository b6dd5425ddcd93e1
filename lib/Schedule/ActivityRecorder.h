//===- ActivityRecorder.h - Issues and stalls by cycle ----------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_SCHEDULE_ACTIVITYRECORDER_H
#define RAFTER_LIB_SCHEDULE_ACTIVITYRECORDER_H

#include "StateCode.h"
#include "rafter/Schedule/Activity.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

namespace rafter {

/// For how long a node of one channel is active, in cycles.
struct ActivityLength {
  /// At least one, and at least Occupancy.
  uint32_t Execution = 1;
  /// For how long it occupies its unit, at least.
  uint32_t Occupancy = 1;
};

/// A few cycles by what happened in them.
class ActivityList {
public:
  struct Entry {
    ActivityMask Mask;
    uint64_t Cycles;
  };
  void add(ActivityMask Mask, uint64_t Cycles) {
    for (Entry &E : Entries)
      if (E.Mask == Mask) {
        E.Cycles += Cycles;
        return;
      }
    Entries.push_back({Mask, Cycles});
  }
  llvm::ArrayRef<Entry> entries() const { return Entries; }
  void clear() { Entries.clear(); }

private:
  llvm::SmallVector<Entry, 32> Entries;
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
    if (LLVM_UNLIKELY(Occupancy > Lengths[Bit].Occupancy))
      Occupied[Bit].set(C, Occupancy);
  }

  /// Buffer B holds something back in cycles [From, To).
  void stall(BufferKind B, Cycle From, Cycle To) {
    if (From >= To)
      return;
    // Most stalls begin within the one before.
    auto &[Begin, End] = LastStalls[static_cast<unsigned>(B)];
    if (From < Begin || From > End)
      Begin = End = From;
    if (To > End) {
      Stalls[static_cast<unsigned>(B)].set(End, To - End);
      End = To;
    }
  }

  /// Nothing happens any more before cycle To.
  void pass(Cycle To) {
    if (To - Done >= FoldEvery)
      fold(To / 64 * 64);
  }

  /// Folds all cycles before To, which fetch has reached.
  void foldUpTo(Cycle To) {
    if (To > Done)
      fold(To);
  }
  /// From now on cycles are counted in Into, and in the histogram if it is
  /// null.
  void countIn(ActivityList *Into) { Counts = Into; }
  /// Counts cycles that are known.
  void add(ActivityMask Mask, uint64_t Cycles) {
    if (LLVM_UNLIKELY(Counts != nullptr))
      Counts->add(Mask, Cycles);
    else
      Histogram.add(Mask, Cycles);
  }

  /// What goes on, when all before has been folded.
  void save(StateWriter &W) const;
  void restore(StateReader &R);

  /// A region ends in cycle End, the next one begins in cycle Next.
  void finish(Cycle End, Cycle Next);

  /// Up to the last finish.
  const ActivityHistogram &histogram() const { return Histogram; }
  ActivityHistogram &histogram() { return Histogram; }

private:
  static constexpr unsigned FoldEvery = 512;
  static constexpr unsigned NumPlanes = 2 * NumChannels + NumBufferKinds;
  /// Bit c of plane p: activity p, numbered as in ActivityMask, goes on in
  /// cycle c of the 64.
  using Planes = std::array<uint64_t, NumPlanes>;

  void fold(Cycle To);
  Planes planes(Cycle Word) const;
  void count(const Planes &P, uint64_t Cycles);
  std::pair<Cycle, Cycle> untils(unsigned K, Cycle Word, uint64_t Starts) const;
  void leave(Cycle Word);
  Cycle skip(Cycle Word, Cycle Limit, const Planes &P);

  std::array<ActivityLength, NumChannels> Lengths;
  /// In which cycles nodes start, in which their unit is in use for longer than
  /// usual, in which buffers hold something back.
  std::array<CycleBits, NumChannels> Starts, Occupied;
  std::array<CycleBits, NumBufferKinds> Stalls;
  /// All cycles [first, second) are set in Stalls, unless they have been
  /// folded.
  std::array<std::pair<Cycle, Cycle>, NumBufferKinds> LastStalls = {};
  /// Until when (exclusive) nodes of a channel that started before the word at
  /// hand execute and occupy their unit.
  std::array<Cycle, NumChannels> ExecutesUntil = {}, OccupiesUntil = {};
  /// Folded up to here.
  Cycle Done = 0;
  ActivityHistogram Histogram;
  ActivityList *Counts = nullptr;
};

} // namespace rafter

#endif // RAFTER_LIB_SCHEDULE_ACTIVITYRECORDER_H
