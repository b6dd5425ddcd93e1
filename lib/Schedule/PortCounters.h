//===- PortCounters.h - Whole rates of several units -----------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// pi of the extended-roofline paper for units that serve a whole number of
// operations per cycle: one byte each in a word per cycle, so that an operation
// that takes several units at once looks at one word.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_SCHEDULE_PORTCOUNTERS_H
#define RAFTER_LIB_SCHEDULE_PORTCOUNTERS_H

#include "StateCode.h"
#include <cmath>

namespace rafter {

class PortCounters {
public:
  static constexpr unsigned NumUnits = 8;
  static constexpr unsigned HighestRate = 126;

  /// The units that one operation takes in the same cycle.
  class Demand {
    friend class PortCounters;
    /// 1 in the byte of each unit.
    uint64_t Ones = 0;
    /// In none of the cycles [FullFrom, FullTo) is there room for it: units
    /// fill up and are never freed, so this stays true.
    Cycle FullFrom = 0, FullTo = 0;
  };

  /// Whether a rate can be counted here: the others need a ThroughputUnit.
  static bool counts(double Rate) {
    return Rate >= 1 && Rate <= HighestRate && Rate == std::floor(Rate);
  }

  /// Adds a unit, numbered from 0, to what D takes. Rate must be one that
  /// counts() accepts, and the same for every D.
  void require(Demand &D, unsigned Unit, double Rate) {
    D.Ones |= uint64_t(1) << (8 * Unit);
    // One more than Rate sets the highest bit of the byte.
    Bias &= ~(uint64_t(0xff) << (8 * Unit));
    Bias |= (127 - static_cast<uint64_t>(Rate)) << (8 * Unit);
  }

  /// The first cycle from Earliest on in which all units of D are free.
  Cycle firstFit(Demand &D, Cycle Earliest) const {
    bool Known = D.FullFrom <= Earliest && Earliest <= D.FullTo;
    Cycle C = Known ? D.FullTo : Earliest;
    while (((Used.get(C) + Bias + D.Ones) & HighBits) != 0)
      ++C;
    if (C != Earliest) {
      D.FullFrom = Known ? D.FullFrom : Earliest;
      D.FullTo = C;
    }
    return C;
  }

  /// Takes the units in cycle C, which firstFit gave.
  void take(const Demand &D, Cycle C) {
    Used.at(C) += D.Ones;
    Bound = std::max(Bound, C + 1);
  }

  /// Promises that nothing before C is asked for any more.
  void advance(Cycle C) { Used.advance(C); }

  void save(StateWriter &W) const {
    // The cycle at hand is not behind itself.
    W.bits(Used.get(W.Now));
    RisingTimes Times(W);
    for (Cycle C = W.Now + 1; C < Bound; ++C)
      if (uint64_t Units = Used.get(C)) {
        Times.add(C);
        W.bits(Units);
      }
    Times.end();
  }
  void restore(StateReader &R) {
    advance(R.Now);
    Used.at(R.Now) = R.bits();
    Bound = R.Now + 1;
    R.risingTimes([&](Cycle C) {
      Used.at(C) = R.bits();
      Bound = C + 1;
    });
  }

private:
  static constexpr uint64_t HighBits = 0x8080808080808080;
  CycleRing<uint64_t> Used;
  /// Nothing has been taken from here on.
  Cycle Bound = 0;
  uint64_t Bias = 0;
};

} // namespace rafter

#endif // RAFTER_LIB_SCHEDULE_PORTCOUNTERS_H
