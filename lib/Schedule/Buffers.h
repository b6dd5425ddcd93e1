//===- Buffers.h - The out-of-order buffers --------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// gamma_buf of the extended-roofline paper: a buffer freed in order (ROB) and
// one freed in any order (RS, LB, SB, LFB).
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_SCHEDULE_BUFFERS_H
#define RAFTER_LIB_SCHEDULE_BUFFERS_H

#include "StateCode.h"

namespace rafter {

/// A buffer whose slots are freed in the order in which they were taken: any
/// number per cycle, none before its elders.
class InOrderBuffer {
public:
  /// Slots; infinity removes the limit.
  explicit InOrderBuffer(double Slots);

  /// Whether no slot is free in cycle Now; Now never decreases.
  bool fullAt(Cycle Now) {
    if (LLVM_LIKELY(Count < Slots))
      return false;
    expire(Now);
    return Count == Slots;
  }

  /// Gives back the slots that are freed up to and including cycle Now.
  void expire(Cycle Now) {
    while (Count != 0 && Ring[Head] <= Now)
      pop();
  }

  /// The cycle in which the oldest slot is freed. Only when full.
  Cycle nextRelease() const { return Ring[Head]; }

  /// Takes a slot until cycle Until.
  void hold(Cycle Until) {
    if (!Limited)
      return;
    size_t At = Head + Count;
    Ring[At >= Ring.size() ? At - Ring.size() : At] = Until;
    ++Count;
  }

  bool empty() const { return Count == 0; }

  /// Slots count as held until their elders are free.
  void save(StateWriter &W);
  void restore(StateReader &R);

private:
  void pop() {
    Head = Head + 1 == Ring.size() ? 0 : Head + 1;
    --Count;
  }
  bool Limited;
  uint32_t Slots = ~0u;
  size_t Head = 0;
  uint32_t Count = 0;
  std::vector<Cycle> Ring;
};

/// A buffer whose slots are freed in any order.
class OutOfOrderBuffer {
public:
  /// Slots; infinity removes the limit.
  explicit OutOfOrderBuffer(double Slots);

  /// Whether no slot is free in cycle Now; Now never decreases.
  bool fullAt(Cycle Now) {
    if (LLVM_LIKELY(Count < Slots))
      return false;
    expire(Now);
    return Count == Slots;
  }

  /// The first cycle after the last one asked for in which a slot is freed.
  /// Only when full.
  Cycle nextRelease() const { return Pending.nextSet(Now + 1); }

  /// Takes a slot until cycle Until (free again in that very cycle).
  void hold(Cycle Until) {
    if (!Limited || Until <= Now)
      return;
    ++Count;
    if (Releases.at(Until)++ == 0)
      Pending.set(Until);
  }

  /// The first cycle from Earliest on with a free slot, in the order of calls:
  /// nobody passes an earlier one that waits.
  Cycle acquire(Cycle Earliest) {
    if (!Limited)
      return Earliest;
    Cycle At = Earliest < LastAcquired ? LastAcquired : Earliest;
    if (fullAt(At)) {
      At = nextRelease();
      expire(At);
    }
    LastAcquired = At;
    return At;
  }

  bool empty() const { return Count == 0; }

  /// Gives back the slots that are freed up to and including cycle To.
  void expire(Cycle To);

  void save(StateWriter &W);
  void restore(StateReader &R);

private:
  bool Limited;
  uint32_t Slots = ~0u;
  uint32_t Count = 0;
  /// Slots freed up to here have been given back.
  Cycle Now = 0;
  Cycle LastAcquired = 0;
  CycleRing<uint32_t> Releases;
  CycleBits Pending;
};

inline void OutOfOrderBuffer::expire(Cycle To) {
  if (To <= Now)
    return;
  // Far behind, look for the next release instead of passing every word.
  Cycle From = To - Now < 1024 ? Now + 1 : Pending.nextSet(Now + 1);
  if (From <= To)
    Pending.consume(From, To, [this](Cycle C) {
      Count -= Releases.at(C);
      Releases.at(C) = 0;
    });
  Now = To;
  Releases.advanceOverCleared(To + 1);
  Pending.advance(To + 1);
}

} // namespace rafter

#endif // RAFTER_LIB_SCHEDULE_BUFFERS_H
