//===- BandwidthUnit.h - Bytes per cycle -----------------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// beta of the extended-roofline paper read as "doubles per cycle" (Table I):
// accesses of any size share a number of bytes per cycle, first fit.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_SCHEDULE_BANDWIDTHUNIT_H
#define RAFTER_LIB_SCHEDULE_BANDWIDTHUNIT_H

#include "StateCode.h"

namespace rafter {

/// A link that moves at most so many bytes per cycle. An access that is larger
/// holds the link alone for as many cycles as it needs.
class BandwidthUnit {
public:
  /// Bytes per cycle; infinity removes the limit.
  explicit BandwidthUnit(double BytesPerCycle);

  bool limited() const { return Limited; }
  /// Cycles that an access of this size takes.
  unsigned occupancy(uint32_t Bytes) const {
    return !Limited || Bytes <= PerCycle ? 1 : (Bytes - 1) / PerCycle + 1;
  }
  /// The first cycle from Earliest on in which an access of this size fits.
  Cycle firstFit(Cycle Earliest, uint32_t Bytes) const {
    if (!Limited || (UsedBytes.get(Earliest) + Bytes <= PerCycle))
      return Earliest;
    return fit(Earliest, Bytes);
  }
  /// Books cycle C, which firstFit gave.
  void take(Cycle C, uint32_t Bytes) {
    if (Limited)
      use(C, Bytes);
  }
  /// Promises that no booking before C comes any more.
  void advance(Cycle C);

  void save(StateWriter &W) const;
  void restore(StateReader &R);

private:
  Cycle fit(Cycle Earliest, uint32_t Bytes) const;
  void use(Cycle C, uint32_t Bytes);

  bool Limited;
  uint32_t PerCycle = 1;
  CycleRing<uint32_t> UsedBytes;
  /// Cycles in which nothing fits any more, and in which anything is used.
  CycleBits Full, Used;
};

} // namespace rafter

#endif // RAFTER_LIB_SCHEDULE_BANDWIDTHUNIT_H
