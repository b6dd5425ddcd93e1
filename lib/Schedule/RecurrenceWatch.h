//===- RecurrenceWatch.h - When learning may pay ---------------*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_SCHEDULE_RECURRENCEWATCH_H
#define RAFTER_LIB_SCHEDULE_RECURRENCEWATCH_H

#include "llvm/Support/Compiler.h"
#include <algorithm>
#include <cstdint>

namespace rafter {

/// Says when states that recur should be learned. It compares with an anchor,
/// which moves on at distances that double (R. P. Brent, An improved Monte
/// Carlo factorization algorithm, BIT 20, 1980): first hashes, which cost
/// little, then whole states. States are written and steps learned no more than
/// what was executed pays for, so that a stream whose states do not recur loses
/// a few per cent, whatever its hashes pretend.
class RecurrenceWatch {
public:
  enum class Advice {
    None,
    /// To call setAnchor, or compare, with a hash of the whole state.
    SetAnchor,
    Compare
  };

  /// Counts a stretch that is executed. Whether its hash is to be added: all
  /// at first, and every eighth later.
  bool looks() { return ++Executed < Beginning || Executed % 8 == 0; }

  /// Adds the hash of the stretch and of what is known of the state behind it.
  Advice add(uint64_t Hash) {
    // What is left of the last four.
    Last = (Last << 16) + Hash;
    Distance = Executed - AnchorAt;
    if (LLVM_UNLIKELY(Last == Anchor) && pays(StatePrice)) {
      Spent += StatePrice;
      return Advice::Compare;
    }
    return LLVM_UNLIKELY(Distance >= Interval) ? Advice::SetAnchor
                                               : Advice::None;
  }

  void setAnchor(uint64_t State) {
    Anchor = Last;
    AnchorState = State;
    AnchorAt = Executed;
    Interval = std::min(2 * Interval, GreatestInterval);
  }

  /// Returns how many steps to learn in a trial, or 0 for none.
  uint64_t compare(uint64_t State) {
    uint64_t Trial = LeastTrial + Distance;
    if (State != AnchorState || !pays(StepPrice * Trial))
      return 0;
    AnchorAt = Executed;
    Interval = LeastInterval;
    return Trial;
  }

  /// A trial was in vain: so many steps were learned, and so many followed.
  void vain(uint64_t Learned, uint64_t Followed) {
    Executed += Followed;
    Spent += VainPrice * Learned;
  }

private:
  bool pays(uint64_t Price) const {
    return Executed + Advance >= Spent + Price;
  }

  /// Stretches to be executed before a state is written, before each step that
  /// is learned, and for each that was learned in vain. Writing takes some 15
  /// times as long as executing a stretch, learning 30 times.
  static constexpr uint64_t StatePrice = 1024, StepPrice = 64, VainPrice = 256;
  /// As if so many had been executed before.
  static constexpr uint64_t Advance = 96 * StatePrice;
  static constexpr uint64_t LeastTrial = 64;
  static constexpr uint64_t LeastInterval = 32, GreatestInterval = 1 << 16;
  /// So many stretches are all looked at.
  static constexpr uint64_t Beginning = 1 << 14;

  uint64_t Executed = 0, Spent = 0;
  uint64_t Last = 0, Anchor = 0, AnchorState = 0, AnchorAt = 0;
  /// From the anchor on, and where the next one is set.
  uint64_t Distance = 0, Interval = LeastInterval;
};

} // namespace rafter

#endif // RAFTER_LIB_SCHEDULE_RECURRENCEWATCH_H
