//===- FetchUnit.h - Nodes per cycle in program order ----------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_SCHEDULE_FETCHUNIT_H
#define RAFTER_LIB_SCHEDULE_FETCHUNIT_H

#include "StateCode.h"
#include "rafter/Uarch/Processor.h"
#include <algorithm>

namespace rafter {

/// phi of the extended-roofline paper: how many nodes enter the machine in a
/// cycle, at least one. A bandwidth that is not whole gives cycle c
/// floor((c+1) phi) - floor(c phi) nodes.
class FetchUnit {
public:
  explicit FetchUnit(double Bandwidth)
      : PerCycle(Bandwidth > 0 && Bandwidth < 1e6
                     ? std::max(1u, static_cast<unsigned>(Bandwidth))
                     : 0),
        Left(PerCycle),
        Fraction(PerCycle != 0 && Bandwidth > 1 ? Bandwidth - PerCycle : 0) {}

  /// The cycle in which fetch stands.
  Cycle now() const { return Now; }
  /// Whether this cycle's bandwidth is used up.
  bool exhausted() const { return PerCycle != 0 && Left == 0; }
  void take() { --Left; }
  /// Goes on in cycle C with the whole bandwidth.
  void moveTo(Cycle C) {
    Now = C;
    Left = PerCycle;
    if (LLVM_UNLIKELY(Fraction != 0))
      Left += static_cast<Cycle>((C + 1) * Fraction) -
              static_cast<Cycle>(C * Fraction);
  }

  /// Whether what comes does not depend on the number of the cycle.
  bool recurs() const { return Fraction == 0; }
  void save(StateWriter &W) const { W.number(PerCycle == 0 ? 0 : Left); }
  void restore(StateReader &R) {
    Now = R.Now;
    Left = static_cast<unsigned>(R.number());
  }

private:
  /// 0 stands for no limit.
  unsigned PerCycle;
  unsigned Left;
  double Fraction;
  Cycle Now = 0;
};

} // namespace rafter

#endif // RAFTER_LIB_SCHEDULE_FETCHUNIT_H
