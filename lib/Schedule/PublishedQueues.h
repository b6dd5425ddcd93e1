//===- PublishedQueues.h - Waiting accesses as published -------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How the published program of the extended-roofline paper treats accesses that
// find the load, store or line fill buffer full, faults included, so that its
// recorded runs can be compared with ours. Only for that: the faults are that
// buffers are cleaned only when fetch moves, that one stall cycle is counted
// for each move, that a waiting store or miss enters its buffer only if fetch
// stands in the very cycle of its slot, and that the sorted list of slots is
// read behind its end.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_SCHEDULE_PUBLISHEDQUEUES_H
#define RAFTER_LIB_SCHEDULE_PUBLISHEDQUEUES_H

#include "Buffers.h"
#include "rafter/Uarch/Processor.h"
#include <set>

namespace rafter {

class PublishedQueues {
public:
  explicit PublishedQueues(const Processor &CPU);

  /// Frees what is free in cycle Now and lets waiting accesses in.
  void retire(Cycle Now);
  /// Whether an access waits for the buffer.
  bool waits(BufferKind B) const;
  bool empty() const;

  /// The first cycle in which an access may leave for its level.
  Cycle admit(bool IsStore, Cycle Fetched, Cycle Ready, bool MissesL1);
  /// The access that was admitted last completes in cycle Done.
  void scheduled(bool IsStore, Cycle Done, bool MissesL1,
                 OutOfOrderBuffer &Reservation);

private:
  /// An access outside its full buffer.
  struct Waiting {
    Cycle Dispatch, Done;
  };
  /// Completion cycles; keeps stale entries behind its end.
  struct Slots {
    std::vector<Cycle> Values = std::vector<Cycle>(512);
    size_t Count = 0;
    void push(Cycle C);
    void drop(Cycle Now);
    Cycle least() const;
    Cycle sorted(size_t Index);
  };
  static Cycle whenFree(Slots &Buffer, const std::vector<Waiting> &Queue,
                        size_t Size);
  Cycle whenLoadSlot() const;

  size_t LoadSize, StoreSize, FillSize;
  std::multiset<Cycle> Loads;
  Slots Stores, Fills;
  std::vector<Waiting> LoadQueue, StoreQueue, FillQueue;
  Cycle LastLoadSlot = 0;
  /// Of the access admitted last.
  bool BufferFull = false, WaitsForFill = false;
  Cycle Slot = 0;
};

} // namespace rafter

#endif // RAFTER_LIB_SCHEDULE_PUBLISHEDQUEUES_H
