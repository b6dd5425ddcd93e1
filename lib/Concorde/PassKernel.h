//===- PassKernel.h - The equations of reorder buffers in lanes -*- C++ -*-===//
//
// Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Equations (1) to (4) in vector registers of Width numbers.
//
//===----------------------------------------------------------------------===//

#ifndef RAFTER_LIB_CONCORDE_PASSKERNEL_H
#define RAFTER_LIB_CONCORDE_PASSKERNEL_H

#include "LaneNumbers.h"

namespace rafter::concorde {

#define RAFTER_INLINE [[gnu::always_inline]] inline

/// When the step which is as many before as the buffer is large was committed,
/// for one step after the other: each lane from another row.
template <unsigned Width> class GatheredArrivals {
public:
  using N = Numbers<Width>;

  RAFTER_INLINE explicit GatheredArrivals(const PassState &S)
      : Place(N::minus(N::all(S.Position), N::load(S.Sizes))) {}

  RAFTER_INLINE N next(const PassState &S, size_t) {
    N Arrival = N::gather(S.Commit, N::bitAnd(Place, PassState::Ring - 1));
    Place = N::plus(Place, 1);
    return Arrival;
  }

private:
  N Place;
};

/// The same for sizes that are less than 16 apart: all lanes are delayed by the
/// least size, and then some by 8, some by 4, 2 and 1 steps more. A register
/// cannot be loaded from 16 rows as fast.
template <unsigned Width> class DelayedArrivals {
public:
  using N = Numbers<Width>;
  using Set = LaneSet<Width>;

  RAFTER_INLINE explicit DelayedArrivals(const PassState &S)
      : Least(S.LeastSize), By8(lanesWith(S, 8)), By4(lanesWith(S, 4)),
        By2(lanesWith(S, 2)), By1(lanesWith(S, 1)) {
    for (size_t I = S.Position - 7; I != S.Position; ++I)
      (void)next(S, I);
  }

  RAFTER_INLINE N next(const PassState &S, size_t I) {
    constexpr size_t Mask = PassState::Ring - 1;
    const size_t From = I - Least;
    N X = Set::select(By8, N::load(S.Commit[(From - 8) & Mask]),
                      N::load(S.Commit[From & Mask]));
    N::store(Until8[I % 8], X);
    X = Set::select(By4, N::load(Until8[(I - 4) % 8]), X);
    N::store(Until4[I % 4], X);
    X = Set::select(By2, N::load(Until4[(I - 2) % 4]), X);
    const N Arrival = Set::select(By1, Until2, X);
    Until2 = X;
    return Arrival;
  }

private:
  RAFTER_INLINE static Set lanesWith(const PassState &S, int32_t Delay) {
    const N More = N::minus(N::load(S.Sizes), N::all(S.LeastSize));
    return Set::greater(N::bitAnd(More, Delay), N{});
  }

  uint32_t Least;
  Set By8, By4, By2, By1;
  /// Of the last steps, before the delays by 4, 2 and 1.
  LaneRow Until8[8] = {}, Until4[4] = {};
  N Until2 = {};
};

template <unsigned Width, class Arrivals, bool Waits> struct PassKernel {
  using N = Numbers<Width>;
  using Set = LaneSet<Width>;

  /// The load that is next may start, in all lanes, after those of its line
  /// before it: its finish. False if not.
  RAFTER_INLINE static bool finishLoad(PassState &S, uint32_t Number,
                                       const N &Start, N &Finish) {
    const OrderedLoad &Load = S.Ordered[Number];
    LoadRow &Row = S.load(Number);
    N::store(Row.Start, Start);
    uint16_t &Swapped = S.swapped(Number);
    if (Number == S.Visited) {
      Swapped = 0;
      ++S.Visited;
    } else if (Swapped != 0) {
      return false;
    }
    Finish = N::plus(Start, Load.Cycles);
    if (Load.Previous == RegionTrace::None) {
      N::store(Row.LatestStart, Start);
      N::store(Row.LatestFinish, Finish);
      return true;
    }
    // Whether loads that started before could matter.
    const Set IsBound =
        Set::greater(N::load(S.Sizes), N::all(Load.Distance / 2));
    const LoadRow &Previous = S.load(Load.Previous);
    const N Latest = N::load(Previous.LatestStart);
    if (Set::any(Set::both(IsBound, Set::greater(Latest, Start))))
      return false;
    const N LatestFinish = N::load(Previous.LatestFinish);
    Finish = N::max(Finish, Set::select(IsBound, LatestFinish, N{}));
    N::store(Row.LatestStart, N::max(Start, Latest));
    N::store(Row.LatestFinish, N::max(Finish, LatestFinish));
    return true;
  }

  static void run(PassState &S, size_t End) {
    constexpr uint32_t Mask = PassState::Ring - 1;
    Arrivals Committed(S);
    N Commit = N::load(S.Commit[(S.Position - 1) & Mask]);
    uint32_t Extra = S.NextExtra, Ordered = S.NextOrdered;
    size_t I = S.Position;
    for (; I != End; ++I) {
      // (1): when the buffer has a place.
      N Arrival = Committed.next(S, I);
      // (2): and the producers are ready.
      const StepSequence::Step &Step = S.Steps[I];
      N Start = N::max(Arrival, N::max(N::load(S.Finish[Step.First]),
                                       N::load(S.Finish[Step.Second])));
      for (uint32_t E = Extra; E != Step.ExtraEnd; ++E)
        Start = N::max(Start, N::load(S.Finish[S.Extras[E]]));
      if constexpr (Waits)
        N::store(S.Wait[I & Mask], N::minus(Start, Arrival));
      // (3): algorithm 1.
      N Finish;
      if (uint32_t Cycles = S.Cycles[I]) {
        Finish = N::plus(Start, Cycles);
      } else {
        if (!finishLoad(S, Ordered, Start, Finish))
          break;
        ++Ordered;
      }
      // (4): in order.
      Commit = N::max(Commit, Finish);
      N::store(S.Finish[I & Mask], Finish);
      N::store(S.Commit[I & Mask], Commit);
      Extra = Step.ExtraEnd;
    }
    S.Position = I;
    S.NextExtra = Extra;
    S.NextOrdered = Ordered;
  }
};

#undef RAFTER_INLINE

} // namespace rafter::concorde

#endif // RAFTER_LIB_CONCORDE_PASSKERNEL_H
