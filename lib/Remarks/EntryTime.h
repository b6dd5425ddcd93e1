//===- EntryTime.h - What one entry of a loop takes ----------- -*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop that does several iterations at once takes its time in the steady
// state only where it has many: some are left over, and partial results are
// joined behind it. A closed form, of which the trip count is the variable.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_REMARKS_ENTRYTIME_H
#define RAFTER_LIB_REMARKS_ENTRYTIME_H

#include "rafter/Trials/Variant.h"
#include <cmath>
#include <cstdint>
#include <optional>

namespace rafter {

/// Where entries that do not wait for each other overlap.
struct OverlapWindow {
  /// Of the reorder buffer; 0: entries wait for each other.
  double Slots = 0;
  /// Slots renamed in a cycle.
  double Width = 0;
};

struct EntryTime {
  /// Cycles of an iteration in the steady state.
  double Cycles;
  /// Iterations of the source that are done at once. With fewer none is.
  double AtOnce;
  /// Cycles of an iteration that is done alone, and of a joining.
  double Single;
  /// Partial results are joined so often behind the loop, one after the other.
  double Joinings = 0;
  /// Cycles of what is done once for each entry: what was moved out of the
  /// loop, and checks before it.
  double Hoisted = 0;
  /// Slots of an iteration in the steady state, and of one that is done alone;
  /// only needed with a window.
  double Slots = 0, SingleSlots = 0;
  OverlapWindow Window = {};
  /// Slots of what is done once for each entry where several are done at once.
  double BesideSlots = 0;
  /// One iteration at least is left over, though it were one of those that are
  /// done at once.
  bool LeavesSome = false;
  /// Cycles of each entry until there is something to compute with.
  double FirstLoad = 0;

  /// The fewest iterations of which some are done at once.
  double fewest() const { return AtOnce + LeavesSome; }
  /// Iterations that are left over and done one by one: on the average, and of
  /// N, which may be fewer than are done at once.
  double averageRest() const { return (AtOnce - 1) / 2 + LeavesSome; }
  double restOf(uint64_t N) const {
    return LeavesSome && N > 0 ? std::fmod(double(N - 1), AtOnce) + 1
                               : std::fmod(double(N), AtOnce);
  }
  /// Cycles of each entry besides those of the steady state, with Rest
  /// iterations left over.
  double besides(double Rest) const {
    return Rest * (Single - Cycles) + Joinings * Single + Hoisted;
  }
  /// Cycles of each of N iterations, N > 0, of which Rest are left over. In
  /// order, a window of W slots holds W / S entries of S slots beside the one
  /// at its head, and all of them advance together: they take a part of 1 / (1
  /// + W / S) of their latency each, and no less than the width allows.
  double perIteration(double N, double Rest) const;
  double perIteration(double N) const { return perIteration(N, averageRest()); }
  double perIterationOf(uint64_t N) const { return perIteration(N, restOf(N)); }
};

/// Whether a loop changed by V has several partial results where it had one.
bool splitsChains(const Variant &V);

/// How often the Parts partial results of a loop changed by V are joined: LLVM
/// adds up interleaved vectors in a row, and halves the last one until an
/// element is left. None where V keeps the order of what is computed.
double joiningsOf(const Variant &V, double Parts);
/// Those of them that halve a vector, which has to be shuffled.
double halvingsOf(const Variant &V, double Parts);

/// The least number of iterations from which on After is Factor times as fast
/// as Before, however many are left over; none: no number is.
std::optional<uint64_t> paysFrom(const EntryTime &Before,
                                 const EntryTime &After, double Factor);

} // namespace rafter

#endif // RAFTER_LIB_REMARKS_ENTRYTIME_H
