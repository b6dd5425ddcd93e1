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

/// The same for sizes of 16 and more that are less than 16 apart: all lanes are
/// delayed by the least size, and then some by 8, some by 4, 2 and 1 steps
/// more. A register is not loaded from 16 rows as fast. Computed for 16 steps
/// at once, all of which wait for commits that are known.
template <unsigned Width> class DelayedArrivals {
public:
  using N = Numbers<Width>;
  using Set = LaneSet<Width>;

  RAFTER_INLINE explicit DelayedArrivals(PassState &S)
      : By8(lanesWith(S, 8)), By4(lanesWith(S, 4)), By2(lanesWith(S, 2)),
        By1(lanesWith(S, 1)) {
    const LaneRow *From = rows(S, S.Position - 8);
    addFour(From, Next);
    addFour(From + 4, Next);
  }

  RAFTER_INLINE N next(PassState &S, size_t I) {
    if (Used == BatchSize) {
      const LaneRow *From = rows(S, I);
      for (Used = 0; Used != BatchSize; Used += 4)
        addFour(From + Used, Next + Used);
      Used = 0;
    }
    return N::load(Next[Used++]);
  }

private:
  static constexpr unsigned BatchSize = PassState::ArrivalBatch;

  RAFTER_INLINE static Set lanesWith(const PassState &S, int32_t Delay) {
    const N More = N::minus(N::load(S.Sizes), N::all(S.LeastSize));
    return Set::greater(N::bitAnd(More, Delay), N{});
  }

  /// What a batch of arrivals from step I on is made of: the commits from eight
  /// steps before those of the least size on, without the ring's end.
  RAFTER_INLINE static const LaneRow *rows(PassState &S, size_t I) {
    constexpr unsigned NumRows = BatchSize + 8;
    const size_t First = (I - S.LeastSize - 8) % PassState::Ring;
    if (First + NumRows > PassState::Ring)
      __builtin_memcpy(S.Commit + PassState::Ring, S.Commit,
                       NumRows * sizeof(LaneRow));
    return S.Commit + First;
  }

  RAFTER_INLINE void addFour(const LaneRow *From, LaneRow *To) {
    N A[4], B[4], C[4];
#pragma GCC unroll 4
    for (unsigned I = 0; I != 4; ++I)
      A[I] = Set::select(By8, N::load(From[I]), N::load(From[I + 8]));
#pragma GCC unroll 4
    for (unsigned I = 0; I != 4; ++I)
      B[I] = Set::select(By4, Until8[I], A[I]);
#pragma GCC unroll 4
    for (unsigned I = 0; I != 4; ++I)
      C[I] = Set::select(By2, I < 2 ? Until4[I] : B[I - 2], B[I]);
#pragma GCC unroll 4
    for (unsigned I = 0; I != 4; ++I) {
      N::store(To[I], Set::select(By1, I < 1 ? Until2 : C[I - 1], C[I]));
      Until8[I] = A[I];
    }
    Until4[0] = B[2];
    Until4[1] = B[3];
    Until2 = C[3];
  }

  Set By8, By4, By2, By1;
  /// Of the last steps, before the delays by 4, 2 and 1.
  N Until8[4] = {}, Until4[2] = {}, Until2 = {};
  unsigned Used = BatchSize;
  LaneRow Next[BatchSize];
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
    const StepSequence::Step *const Steps = S.Steps;
    const uint8_t *const Cycles = S.Cycles;
    N Commit = N::load(S.Commit[(S.Position - 1) & Mask]);
    uint32_t Extra = S.NextExtra, Ordered = S.NextOrdered;
    size_t I = S.Position;
    for (; I != End; ++I) {
      // (1): when the buffer has a place.
      N Arrival = Committed.next(S, I);
      // (2): and the producers are ready.
      const StepSequence::Step &Step = Steps[I];
      N Start = N::max(Arrival, N::max(N::load(S.Finish[Step.First]),
                                       N::load(S.Finish[Step.Second])));
      for (uint32_t E = Extra; E != Step.ExtraEnd; ++E)
        Start = N::max(Start, N::load(S.Finish[S.Extras[E]]));
      if constexpr (Waits)
        N::store(S.Wait[I & Mask], N::minus(Start, Arrival));
      // (3): algorithm 1.
      N Finish;
      if (uint32_t Own = Cycles[I]) {
        Finish = N::plus(Start, Own);
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
