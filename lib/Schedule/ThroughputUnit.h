//===- ThroughputUnit.h - A resource with a rate ---------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// pi and beta of the extended-roofline paper: so many bookings per cycle, or
// one booking every so many cycles, first fit.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_SCHEDULE_THROUGHPUTUNIT_H
#define RAFTER_LIB_SCHEDULE_THROUGHPUTUNIT_H

#include "StateCode.h"
#include "rafter/Uarch/Processor.h"

namespace rafter {

/// A resource that serves a number of bookings per cycle. A rate of one or more
/// need not be whole: cycle c then takes floor((c+1) rate) - floor(c rate). A
/// rate below one holds the unit exclusively: booking k takes
/// floor((k+1)/rate) - floor(k/rate) cycles, 1/rate on average.
class ThroughputUnit {
public:
  /// Rate in bookings per cycle; infinity removes the limit.
  explicit ThroughputUnit(double Rate = Unlimited);

  bool limited() const { return Limited; }

  /// Cycles that the next booking occupies, 1 for rates of one or more.
  unsigned occupancy() const { return NextGap; }

  /// The first cycle from Earliest on in which a booking fits.
  Cycle firstFit(Cycle Earliest) {
    if (!Limited)
      return Earliest;
    Cycle Start = Earliest < FullBefore ? FullBefore : Earliest;
    Cycle Found = Full.nextClear(Start);
    if (NextGap != 1)
      Found = firstGap(Found);
    if (Earliest <= FullBefore && !FractionalGap)
      FullBefore = Found;
    return Found;
  }

  /// Books cycle C, which firstFit gave.
  void take(Cycle C) {
    if (!Limited)
      return;
    if (PerCycle == 1) {
      Full.set(C, NextGap);
      if (FractionalGap)
        nextGap();
    } else {
      LastCounted = std::max(LastCounted, C);
      if (++Counts.at(C) >= capacity(C))
        Full.set(C);
    }
  }

  Cycle book(Cycle Earliest) {
    Cycle C = firstFit(Earliest);
    take(C);
    return C;
  }

  /// Promises that no booking before C comes any more.
  void advance(Cycle C) {
    if (!Limited)
      return;
    Full.advance(C);
    if (PerCycle != 1)
      Counts.advance(C / 64 * 64);
  }

  /// For how many cycles booking number Booking of a rate below one, which is
  /// no whole number of cycles, occupies its unit.
  static unsigned gap(double Rate, uint64_t Booking);
  /// Whether gap tells of this unit.
  bool hasGaps() const { return FractionalGap; }
  /// Whether what comes does not depend on the number of the cycle, and if
  /// bookings have gaps, on how many there were.
  bool recurs() const { return !FractionalRate; }
  double rate() const { return Rate; }

  /// All but the number of bookings.
  void save(StateWriter &W) const;
  /// Bookings: how many there were, for a unit with gaps.
  void restore(StateReader &R, uint64_t Bookings);

private:
  Cycle firstGap(Cycle From) const;
  void nextGap();
  unsigned capacity(Cycle C) const {
    if (LLVM_LIKELY(!FractionalRate))
      return PerCycle;
    return static_cast<uint64_t>((C + 1) * Rate) -
           static_cast<uint64_t>(C * Rate);
  }

  double Rate;
  bool Limited;
  bool FractionalRate = false;
  bool FractionalGap = false;
  unsigned PerCycle = 1;
  unsigned NextGap = 1;
  uint64_t Bookings = 0;
  /// No booking fits before this cycle.
  Cycle FullBefore = 0;
  CycleBits Full;
  CycleRing<uint16_t> Counts;
  Cycle LastCounted = 0;
};

} // namespace rafter

#endif // RAFTER_LIB_SCHEDULE_THROUGHPUTUNIT_H
