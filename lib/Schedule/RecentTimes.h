//===- RecentTimes.h - When lines and stores are there ---------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_SCHEDULE_RECENTTIMES_H
#define RAFTER_LIB_SCHEDULE_RECENTTIMES_H

#include "StateCode.h"

namespace rafter {

/// When each of the last events (lines fetched, stores) is complete: all those
/// since the oldest one that is not.
class RecentTimes {
public:
  /// So many events are held.
  uint32_t count() const { return Count; }
  /// The time of the event that is so many back; 1 is the last one.
  Cycle back(uint32_t Distance) const {
    return Times[(Begin + Count - Distance) & (Times.size() - 1)];
  }
  void add(Cycle C) {
    if (LLVM_UNLIKELY(Count == Times.size()))
      grow();
    Times[(Begin + Count++) & (Times.size() - 1)] = C;
  }
  /// Forgets the oldest ones as far as they are complete in cycle Now.
  void expire(Cycle Now) {
    while (Count != 0 && Times[Begin & (Times.size() - 1)] <= Now)
      ++Begin, --Count;
  }

  /// The number of events, and the time of each, in two bytes.
  void save(StateWriter &W) {
    expire(W.Now);
    W.wide(Count);
    for (uint32_t D = Count; D != 0; --D)
      W.wide(back(D) > W.Now ? back(D) - W.Now : 0);
  }
  void restore(StateReader &R) {
    Count = 0;
    for (uint64_t I = 0, E = R.wide(); I != E; ++I)
      add(R.Now + R.wide());
  }

private:
  void grow() {
    std::vector<Cycle> Larger(Times.size() * 2);
    for (uint32_t I = 0; I != Count; ++I)
      Larger[I] = Times[(Begin + I) & (Times.size() - 1)];
    Times.swap(Larger);
    Begin = 0;
  }

  /// A ring whose size is a power of two.
  std::vector<Cycle> Times = std::vector<Cycle>(64);
  uint32_t Begin = 0, Count = 0;
};

} // namespace rafter

#endif // RAFTER_LIB_SCHEDULE_RECENTTIMES_H
